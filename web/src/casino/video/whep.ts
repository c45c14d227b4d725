/** Plays a WebRTC stream into a video element (WHEP): one offer, one answer; gives what ends it. */
export function playWhep(address: string, element: HTMLVideoElement, onfail: () => void): () => void {
  const peer = new RTCPeerConnection();
  peer.addTransceiver("video", { direction: "recvonly" });
  peer.ontrack = ({ streams }) => {
    element.srcObject = streams[0] ?? null;
  };
  peer.onconnectionstatechange = () => {
    if (peer.connectionState === "failed" || peer.connectionState === "disconnected") onfail();
  };
  negotiate(peer, address).catch(onfail);
  return () => {
    peer.close();
    element.srcObject = null;
  };
}

async function negotiate(peer: RTCPeerConnection, address: string): Promise<void> {
  await peer.setLocalDescription(await peer.createOffer());
  const answer = await fetch(address, {
    method: "POST",
    headers: { "content-type": "application/sdp" },
    body: peer.localDescription?.sdp ?? "",
  });
  if (!answer.ok) throw new Error(`the camera answered ${answer.status}`);
  await peer.setRemoteDescription({ type: "answer", sdp: await answer.text() });
}
