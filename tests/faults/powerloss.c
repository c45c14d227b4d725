/*
 * Watches what a program writes to one file and its neighbours, so that a power cut can be played afterwards.
 *
 * Loaded with LD_PRELOAD. Every write, truncation and sync of a file whose name starts with $POWERLOSS_FILE is appended to
 * $POWERLOSS_LOG: kind, length of the name, offset, length of the data, name, data. With $POWERLOSS_SYNC_MS every sync takes
 * that much longer: a slow disk.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int log_fd = -2;

struct head {
    char kind; /* w write, t truncate, s sync */
    uint16_t name_length;
    int64_t offset;
    int64_t data_length;
} __attribute__((packed));

static void put(const void *data, size_t length) {
    const char *place = data;
    while (length > 0) {
        long done = syscall(SYS_write, log_fd, place, length);
        if (done <= 0) abort();
        place += done;
        length -= (size_t)done;
    }
}

/* The name of a watched file, or an empty text. */
static void name_of(int fd, char *name, size_t size) {
    char link[64];
    const char *watched = getenv("POWERLOSS_FILE");
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, name, size - 1);
    name[length > 0 ? length : 0] = 0;
    if (watched == NULL || strncmp(name, watched, strlen(watched)) != 0 || strstr(name, "-shm") != NULL) name[0] = 0;
}

static void note(char kind, int fd, const void *data, int64_t length, int64_t offset) {
    char name[4096];
    name_of(fd, name, sizeof name);
    if (name[0] == 0) return;
    pthread_mutex_lock(&lock);
    if (log_fd == -2) log_fd = (int)syscall(SYS_openat, AT_FDCWD, getenv("POWERLOSS_LOG"), O_CREAT | O_WRONLY | O_APPEND, 0600);
    struct head head = {kind, (uint16_t)strlen(name), offset, kind == 'w' ? length : 0};
    put(&head, sizeof head);
    put(name, head.name_length);
    if (kind == 'w') put(data, (size_t)length);
    pthread_mutex_unlock(&lock);
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

ssize_t pwrite64(int fd, const void *data, size_t length, off64_t offset) {
    ssize_t done = REAL(pwrite64)(fd, data, length, offset);
    if (done > 0) note('w', fd, data, done, offset);
    return done;
}

ssize_t pwrite(int fd, const void *data, size_t length, off_t offset) {
    ssize_t done = REAL(pwrite)(fd, data, length, offset);
    if (done > 0) note('w', fd, data, done, offset);
    return done;
}

ssize_t write(int fd, const void *data, size_t length) {
    off_t offset = lseek(fd, 0, SEEK_CUR);
    ssize_t done = REAL(write)(fd, data, length);
    if (done > 0 && offset >= 0) note('w', fd, data, done, offset);
    return done;
}

int ftruncate64(int fd, off64_t length) {
    int done = REAL(ftruncate64)(fd, length);
    if (done == 0) note('t', fd, NULL, 0, length);
    return done;
}

int ftruncate(int fd, off_t length) {
    int done = REAL(ftruncate)(fd, length);
    if (done == 0) note('t', fd, NULL, 0, length);
    return done;
}

static void dawdle(void) {
    const char *text = getenv("POWERLOSS_SYNC_MS");
    if (text == NULL) return;
    long ms = atol(text);
    struct timespec pause = {ms / 1000, ms % 1000 * 1000000};
    nanosleep(&pause, NULL);
}

int fsync(int fd) {
    int done = REAL(fsync)(fd);
    dawdle();
    if (done == 0) note('s', fd, NULL, 0, 0);
    return done;
}

int fdatasync(int fd) {
    int done = REAL(fdatasync)(fd);
    dawdle();
    if (done == 0) note('s', fd, NULL, 0, 0);
    return done;
}
