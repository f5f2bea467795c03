// Body of the daemon's add, del and check requests: the JSON contract between shim and daemon.

import type { Attachment } from './attachment.ts';
import type { JsonObject } from './json.ts';
import type { NetConf, Route } from './net-conf.ts';

export interface PodRequest {
  readonly cni_type: string;
  readonly pod_name: string;
  readonly pod_namespace: string;
  readonly pod_uid: string;
  readonly container_id: string;
  readonly net_ns: string;
  readonly if_name: string;
  readonly provider: string;
  readonly routes: readonly Route[];
  readonly dns: JsonObject;
  readonly vf_driver: string;
  readonly deviceID: string;
  readonly vhost_user_socket_volume_name: string;
  readonly vhost_user_socket_name: string;
  readonly vhost_user_socket_consumption: string;
  /** CHECK only: the result that ADD gave. */
  readonly prev_result?: JsonObject;
}

export function podRequest(conf: NetConf, attachment: Attachment): PodRequest {
  return {
    cni_type: conf.type,
    pod_name: attachment.podName,
    pod_namespace: attachment.podNamespace,
    pod_uid: attachment.podUid,
    container_id: attachment.containerId,
    net_ns: attachment.netns,
    if_name: attachment.ifName,
    provider: conf.provider,
    routes: conf.routes,
    dns: conf.dns,
    vf_driver: conf.vfDriver,
    deviceID: conf.deviceID,
    vhost_user_socket_volume_name: conf.vhostUserSocketVolumeName,
    vhost_user_socket_name: conf.vhostUserSocketName,
    vhost_user_socket_consumption: conf.vhostUserSocketConsumption,
  };
}
