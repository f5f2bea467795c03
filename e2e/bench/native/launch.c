// Starts a program in waves and prints how long each run took, in microseconds from its start to its end as the parent sees it.
// usage: launch WAVES AT_ONCE INPUT_FILE PROGRAM. A parent in C, because starting a process from Node costs more than the shim.
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>

extern char **environ;

static double now_us(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

int main(int argc, char **argv) {
  if (argc != 5) return 2;
  int waves = atoi(argv[1]), at_once = atoi(argv[2]);
  pid_t pids[at_once];
  double started[at_once];
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, 0, argv[3], O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&files, 1, "/dev/null", O_WRONLY, 0);
  char *arguments[] = {argv[4], NULL};
  for (int wave = 0; wave < waves; wave++) {
    for (int i = 0; i < at_once; i++) {
      started[i] = now_us();
      if (posix_spawn(&pids[i], argv[4], &files, NULL, arguments, environ)) return 1;
    }
    for (int left = at_once; left > 0; left--) {
      int status;
      pid_t pid = wait(&status);
      double ended = now_us();
      if (status != 0) return fprintf(stderr, "%s ended with status %d\n", argv[4], status), 1;
      for (int i = 0; i < at_once; i++)
        if (pids[i] == pid) printf("%.0f\n", ended - started[i]);
    }
  }
  return 0;
}
