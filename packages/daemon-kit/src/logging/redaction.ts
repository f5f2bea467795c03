// Field names whose values never reach a log, at the top of a record or one level below.

const SECRET_FIELDS = [
  'authorization',
  'Authorization',
  'authPassword',
  'cert',
  'clientKey',
  'cookie',
  'kubeconfig',
  'password',
  'privateKey',
  'secret',
  'token',
];

export const CENSOR = '[secret]';

export const REDACTED_PATHS: readonly string[] = SECRET_FIELDS.flatMap((field) => [
  field,
  `*.${field}`,
  `*.*.${field}`,
]);
