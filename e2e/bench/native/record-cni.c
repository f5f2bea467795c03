// Stands in front of a CNI plugin of the same name and writes down each of its calls: runs RECORDED/NAME with everything it was
// given, and appends "NAME COMMAND CONTAINER INTERFACE START END" (microseconds) to LOG. Its own price is one more small process.
#include <fcntl.h>
#include <libgen.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define RECORDED "/opt/cni/recorded/"
#define LOG "/run/cni-calls"

extern char **environ;

static long long now_us(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (long long)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

static const char *variable(const char *name) {
  const char *value = getenv(name);
  return value && *value ? value : "-";
}

int main(int argc, char **argv) {
  long long start = now_us();
  if (argc < 1) return 2;
  const char *name = basename(argv[0]);
  char plugin[256];
  snprintf(plugin, sizeof plugin, RECORDED "%s", name);
  pid_t pid;
  int status;
  if (posix_spawn(&pid, plugin, NULL, NULL, argv, environ) || waitpid(pid, &status, 0) < 0) return 127;
  char line[512];
  int size = snprintf(line, sizeof line, "%s %s %s %s %lld %lld\n", name, variable("CNI_COMMAND"),
                      variable("CNI_CONTAINERID"), variable("CNI_IFNAME"), start, now_us());
  int log = open(LOG, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  if (log < 0 || write(log, line, (size_t)size) != size) return 127;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
