// The machine side of the shim: hands environment, standard input, a unix socket and standard output to the compiled
// script as the global object `native` (src/host.ts), runs it and ends the process. It decides nothing; no call blocks for ever.
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include <quickjs/quickjs.h>

extern const uint32_t shim_bytecode_size;
extern const uint8_t shim_bytecode[];

enum { CHUNK_BYTES = 64 * 1024, STACK_BYTES = 512 * 1024 };

static int64_t now_ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static int int_argument(JSContext *ctx, JSValueConst value) {
  int number = 0;
  JS_ToInt32(ctx, &number, value);
  return number;
}

// 0 when `fd` is ready before the deadline, else a negative errno.
static int wait_for(int fd, short events, int64_t deadline) {
  for (;;) {
    int64_t left = deadline - now_ms();
    struct pollfd p = {.fd = fd, .events = events};
    int ready = poll(&p, 1, left > 0 ? (int)left : 0);
    if (ready > 0) return p.revents & POLLNVAL ? -EBADF : 0;
    if (ready == 0) return -ETIMEDOUT;
    if (errno != EINTR) return -errno;
  }
}

static int write_all(int fd, const char *bytes, size_t size, int is_socket) {
  while (size > 0) {
    ssize_t n = is_socket ? send(fd, bytes, size, MSG_NOSIGNAL) : write(fd, bytes, size);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return -errno;
    bytes += n;
    size -= (size_t)n;
  }
  return 0;
}

// environment(name): string | undefined
static JSValue environment(JSContext *ctx, JSValueConst self, int argc, JSValueConst *argv) {
  const char *name = JS_ToCString(ctx, argv[0]);
  const char *value = name ? getenv(name) : NULL;
  JSValue result = value ? JS_NewString(ctx, value) : JS_UNDEFINED;
  JS_FreeCString(ctx, name);
  return result;
}

// readInput(limit, timeoutMs): string | -errno. A terminal counts as empty input: somebody tries the binary by hand.
static JSValue read_input(JSContext *ctx, JSValueConst self, int argc, JSValueConst *argv) {
  size_t limit = (size_t)int_argument(ctx, argv[0]), size = 0, room = 0;
  int64_t deadline = now_ms() + int_argument(ctx, argv[1]);
  char *buffer = NULL;
  int error = 0;
  while (!isatty(0)) {
    if (room - size < CHUNK_BYTES / 2) {
      char *larger = realloc(buffer, room = room * 2 + CHUNK_BYTES);
      if (!larger) { error = -ENOMEM; break; }
      buffer = larger;
    }
    if ((error = wait_for(0, POLLIN, deadline))) break;
    ssize_t n = read(0, buffer + size, room - size);
    if (n < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (n < 0) { error = -errno; break; }
    if (n == 0) break;
    size += (size_t)n;
    if (size > limit) { error = -EFBIG; break; }
  }
  JSValue result = error ? JS_NewInt32(ctx, error) : JS_NewStringLen(ctx, buffer ? buffer : "", size);
  free(buffer);
  return result;
}

// now(): monotonic milliseconds
static JSValue now(JSContext *ctx, JSValueConst self, int argc, JSValueConst *argv) {
  return JS_NewInt64(ctx, now_ms());
}

// connect(path, timeoutMs): descriptor | -errno. A blocking connect to a unix socket obeys SO_SNDTIMEO (a full backlog ends
// in EAGAIN), and so does every later send.
static JSValue connect_to(JSContext *ctx, JSValueConst self, int argc, JSValueConst *argv) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  size_t size = 0;
  const char *path = JS_ToCStringLen(ctx, &size, argv[0]);
  int timeout = int_argument(ctx, argv[1]);
  struct timeval limit = {.tv_sec = timeout / 1000, .tv_usec = timeout % 1000 * 1000};
  int fd = -ENAMETOOLONG;
  if (path && size < sizeof address.sun_path) {
    memcpy(address.sun_path, path, size);
    fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0) fd = -errno;
  }
  if (fd >= 0) {
    int failed;
    setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
    do failed = connect(fd, (struct sockaddr *)&address, sizeof address); while (failed && errno == EINTR);
    if (failed) {
      failed = errno == EAGAIN ? ETIMEDOUT : errno;
      close(fd);
      fd = -failed;
    }
  }
  JS_FreeCString(ctx, path);
  return JS_NewInt32(ctx, fd);
}

// send(descriptor, text): 0 | -errno
static JSValue send_text(JSContext *ctx, JSValueConst self, int argc, JSValueConst *argv) {
  size_t size = 0;
  const char *text = JS_ToCStringLen(ctx, &size, argv[1]);
  int error = text ? write_all(int_argument(ctx, argv[0]), text, size, 1) : -ENOMEM;
  JS_FreeCString(ctx, text);
  return JS_NewInt32(ctx, error == -EAGAIN ? -ETIMEDOUT : error);
}

// receive(descriptor, timeoutMs): ArrayBuffer (empty at the end of the stream) | -errno
static JSValue receive(JSContext *ctx, JSValueConst self, int argc, JSValueConst *argv) {
  static uint8_t chunk[CHUNK_BYTES];
  int fd = int_argument(ctx, argv[0]);
  int error = wait_for(fd, POLLIN, now_ms() + int_argument(ctx, argv[1]));
  if (error) return JS_NewInt32(ctx, error);
  ssize_t n;
  do n = recv(fd, chunk, sizeof chunk, 0); while (n < 0 && errno == EINTR);
  return n < 0 ? JS_NewInt32(ctx, -errno) : JS_NewArrayBufferCopy(ctx, chunk, (size_t)n);
}

// disconnect(descriptor)
static JSValue disconnect(JSContext *ctx, JSValueConst self, int argc, JSValueConst *argv) {
  close(int_argument(ctx, argv[0]));
  return JS_UNDEFINED;
}

// decode(bytes: ArrayBuffer): string, from UTF-8
static JSValue decode(JSContext *ctx, JSValueConst self, int argc, JSValueConst *argv) {
  size_t size = 0;
  uint8_t *bytes = JS_GetArrayBuffer(ctx, &size, argv[0]);
  return bytes ? JS_NewStringLen(ctx, (const char *)bytes, size) : JS_NewString(ctx, "");
}

// finish(text, exitCode): never returns. No heap is taken down, the kernel is faster.
static JSValue finish(JSContext *ctx, JSValueConst self, int argc, JSValueConst *argv) {
  size_t size = 0;
  const char *text = JS_ToCStringLen(ctx, &size, argv[0]);
  int code = int_argument(ctx, argv[1]);
  _exit(text && write_all(1, text, size, 0) == 0 ? code : 1);
}

static const struct { const char *name; JSCFunction *call; } NATIVE[] = {
    {"environment", environment}, {"readInput", read_input},   {"now", now},       {"connect", connect_to}, {"send", send_text},
    {"receive", receive},         {"disconnect", disconnect}, {"decode", decode}, {"finish", finish},
};

int main(void) {
  signal(SIGPIPE, SIG_IGN);
  JSRuntime *runtime = JS_NewRuntime();
  JSContext *ctx = runtime ? JS_NewContextRaw(runtime) : NULL;
  if (!ctx) return 1;
  JS_SetGCThreshold(runtime, (size_t)-1);  // lives for milliseconds
  JS_SetMaxStackSize(runtime, STACK_BYTES);
  JS_AddIntrinsicBaseObjects(ctx);
  JS_AddIntrinsicRegExp(ctx);
  JS_AddIntrinsicJSON(ctx);
  JS_AddIntrinsicTypedArrays(ctx);
  JSValue native = JS_NewObject(ctx), global = JS_GetGlobalObject(ctx);
  for (size_t i = 0; i < sizeof NATIVE / sizeof *NATIVE; i++)
    JS_SetPropertyStr(ctx, native, NATIVE[i].name, JS_NewCFunction(ctx, NATIVE[i].call, NATIVE[i].name, 2));
  JS_SetPropertyStr(ctx, global, "native", native);
  JS_EvalFunction(ctx, JS_ReadObject(ctx, shim_bytecode, shim_bytecode_size, JS_READ_OBJ_BYTECODE));
  // The script always ends in finish(); what comes here is memory exhaustion before its own catch could run.
  static const char BROKEN[] = "{\"cniVersion\":\"1.1.0\",\"code\":199,\"msg\":\"the kube-ovn CNI shim could not run its own code\"}\n";
  write_all(1, BROKEN, sizeof BROKEN - 1, 0);
  return 1;
}
