// Is the provider of a request one of ours?

import { OVN_PROVIDER } from '@kube-ovn/crds';
import type { Stores } from '../kube/stores.ts';
import type { PodRequest } from './request.ts';
import { stageFailure } from './stage-failure.ts';

/** `ovn` always is; any other must be that of a subnet, with or without the interface's name at its end. */
export function checkProvider(stores: Stores, { provider, if_name: ifName }: PodRequest): void {
  if (provider === OVN_PROVIDER) return;
  const suffix = `.${ifName}`;
  const names = provider.endsWith(suffix) ? [provider, provider.slice(0, -suffix.length)] : [provider];
  if (names.some((name) => stores.subnets.by('provider', name).length > 0)) return;
  throw stageFailure('provider', 'ERR_CNI_PROVIDER_UNBOUND', { provider });
}
