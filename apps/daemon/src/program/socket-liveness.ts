// Is our own CNI socket being served? Asked by dialling it, as a runtime would.

import { connect } from 'node:net';

const LIMIT_MS = 2_000;
const PERIOD_MS = 5_000;

/** The check answers from the last dial, which is never older than a few seconds. */
export function socketLiveness(path: string): { readonly check: () => string | undefined; readonly stop: () => void } {
  let fault: string | undefined;
  const dial = () => {
    const socket = connect(path);
    const settle = (problem: string | undefined) => {
      fault = problem;
      socket.destroy();
    };
    socket.setTimeout(LIMIT_MS, () => settle(`no connection to ${path} within ${LIMIT_MS} ms`));
    socket.once('connect', () => settle(undefined));
    socket.on('error', (error) => settle(error.message));
  };
  const timer = setInterval(dial, PERIOD_MS);
  return { check: () => fault, stop: () => clearInterval(timer) };
}
