"""The desk: requests and signatures of staff, the trail, and looking at players."""
