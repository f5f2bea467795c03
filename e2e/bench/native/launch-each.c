// Runs a program once per line of standard input and prints how long each run took, in microseconds from its start to its end
// as the parent sees it. A line is the environment of its run, NAME=VALUE separated by tabs. AT_ONCE of them run at the same
// time; the next wave begins when all have ended. What the program prints goes to OUTPUT_FILE.
// usage: launch-each AT_ONCE INPUT_FILE OUTPUT_FILE PROGRAM
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>

#define LINE 4096
#define VARIABLES 32

static double now_us(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

int main(int argc, char **argv) {
  if (argc != 5) return 2;
  int at_once = atoi(argv[1]);
  pid_t pids[at_once];
  double started[at_once];
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, 0, argv[2], O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&files, 1, argv[3], O_WRONLY | O_CREAT | O_APPEND, 0644);
  char *arguments[] = {argv[4], NULL};
  char line[LINE];
  for (int ended_input = 0; !ended_input;) {
    int running = 0;
    while (running < at_once) {
      if (!fgets(line, sizeof line, stdin)) {
        ended_input = 1;
        break;
      }
      line[strcspn(line, "\n")] = 0;
      char *variables[VARIABLES + 1] = {NULL};
      int count = 0;
      for (char *part = strtok(line, "\t"); part && count < VARIABLES; part = strtok(NULL, "\t")) variables[count++] = part;
      started[running] = now_us();
      if (posix_spawn(&pids[running], argv[4], &files, NULL, arguments, variables)) return 1;
      running++;
    }
    double took[at_once];
    for (int left = running; left > 0; left--) {
      int status;
      pid_t pid = wait(&status);
      double ended = now_us();
      if (status != 0) return fprintf(stderr, "%s ended with status %d\n", argv[4], status), 1;
      for (int i = 0; i < running; i++)
        if (pids[i] == pid) took[i] = ended - started[i];
    }
    for (int i = 0; i < running; i++) printf("%.0f\n", took[i]);
    fflush(stdout);
  }
  return 0;
}
