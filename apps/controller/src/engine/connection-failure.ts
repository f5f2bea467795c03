// Failures of a transaction that say nothing about its content: it is compared and sent again.

import type { OvsdbError } from '@kube-ovn/ovsdb-client';

export function isConnectionFailure(error: OvsdbError): boolean {
  return error.kind === 'disconnected' || error.kind === 'not leader' || error.kind === 'canceled';
}
