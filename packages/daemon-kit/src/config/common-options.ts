// Options that every program has: logging, with the flags of klog that existing manifests pass.

import * as z from 'zod';
import type { ConfigOf, ConfigShape } from './option-spec.ts';

const GROUP = 'Logging';
const klogIgnored = { group: GROUP, hidden: true, help: 'Accepted for compatibility, without effect.' };

export const COMMON_OPTIONS = {
  logToStderr: {
    flag: 'logtostderr',
    schema: z.boolean(),
    default: true,
    group: GROUP,
    help: 'Log to standard error instead of --log_file.',
  },
  alsoLogToStderr: {
    flag: 'alsologtostderr',
    schema: z.boolean(),
    default: false,
    group: GROUP,
    help: 'With --logtostderr=false: log to standard error as well as to --log_file.',
  },
  logFile: {
    flag: 'log_file',
    schema: z.string(),
    default: '',
    group: GROUP,
    help: 'Log file; used with --logtostderr=false.',
  },
  logFileMaxSize: {
    flag: 'log_file_max_size',
    schema: z.number().int().min(0),
    default: 1800,
    group: GROUP,
    help: 'Largest size of the log file in megabytes; then it is renamed to <file>.1 and begun anew. 0: no limit.',
  },
  logPerm: {
    flag: 'log-perm',
    schema: z.string().regex(/^0?[0-7]{3}$/, 'expected an octal file mode such as 640'),
    default: '640',
    group: GROUP,
    help: 'Mode of the log file, octal.',
  },
  verbosity: {
    flag: 'v',
    schema: z.number().int(),
    default: 0,
    group: GROUP,
    help: 'Detail of the log: 0 to 2 informational, 3 and 4 debug, 5 and more trace.',
  },
  logFormat: {
    env: 'LOG_FORMAT',
    schema: z.enum(['json', 'human', 'auto']),
    default: 'auto',
    group: GROUP,
    help: 'json: one object a line. human: coloured text. auto: human on a terminal, else json.',
  },
  logDir: { flag: 'log_dir', schema: z.string(), default: '', ...klogIgnored },
  stderrThreshold: { flag: 'stderrthreshold', schema: z.string(), default: '2', ...klogIgnored },
  vmodule: { flag: 'vmodule', schema: z.string(), default: '', ...klogIgnored },
  logBacktraceAt: { flag: 'log_backtrace_at', schema: z.string(), default: '', ...klogIgnored },
  addDirHeader: { flag: 'add_dir_header', schema: z.boolean(), default: false, ...klogIgnored },
  oneOutput: { flag: 'one_output', schema: z.boolean(), default: false, ...klogIgnored },
  skipHeaders: { flag: 'skip_headers', schema: z.boolean(), default: false, ...klogIgnored },
  skipLogHeaders: { flag: 'skip_log_headers', schema: z.boolean(), default: false, ...klogIgnored },
} as const satisfies ConfigShape;

export type CommonConfig = ConfigOf<typeof COMMON_OPTIONS>;
