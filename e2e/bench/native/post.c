// The floor of the shim bench: the same work with nothing in between. Reads standard input, posts it to the unix socket named
// in SOCKET, prints what comes back.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

int main(void) {
  static char input[65536], request[70000], reply[65536];
  ssize_t size = 0, n;
  while ((n = read(0, input + size, sizeof input - (size_t)size)) > 0) size += n;
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  strncpy(address.sun_path, getenv("SOCKET"), sizeof address.sun_path - 1);
  int fd = socket(AF_UNIX, SOCK_STREAM, 0);
  if (connect(fd, (struct sockaddr *)&address, sizeof address)) return 1;
  int length = snprintf(request, sizeof request,
      "POST /api/v1/add HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: %zd\r\n\r\n%.*s", size, (int)size, input);
  if (write(fd, request, (size_t)length) != length) return 1;
  while ((n = read(fd, reply, sizeof reply)) > 0)
    if (write(1, reply, (size_t)n) != n) return 1;
  return 0;
}
