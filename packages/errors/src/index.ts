export { ERRORS, type ErrorCode, type ErrorSpec } from './catalogue.ts';
export { CodedError, codedError, type ErrorParams, toError } from './coded-error.ts';
export { fail, failWith, ok, type Result } from './result.ts';
