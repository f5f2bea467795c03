// What the shim asks, checked at the door.

import * as z from 'zod';

const text = z.string().default('');
const route = z.object({ dst: text, gw: text });

const attachment = {
  container_id: z.string().regex(/^[a-zA-Z0-9][a-zA-Z0-9_.-]*$/),
  if_name: z.string().min(1).max(15).default('eth0'),
  provider: z
    .string()
    .default('ovn')
    .transform((provider) => provider || 'ovn'),
  cni_type: text,
  pod_name: z.string().min(1),
  pod_namespace: z.string().min(1),
  pod_uid: text,
  net_ns: text,
};

export const podRequestSchema = z.object({
  ...attachment,
  routes: z
    .array(route)
    .nullish()
    .transform((routes) => routes ?? []),
  dns: z.unknown().optional(),
  vf_driver: text,
  deviceID: text,
  vhost_user_socket_volume_name: text,
  vhost_user_socket_name: text,
  vhost_user_socket_consumption: text,
});

export const checkRequestSchema = podRequestSchema.extend({ prev_result: z.unknown().optional() });

export const gcRequestSchema = z.object({
  provider: attachment.provider,
  cni_type: text,
  valid_attachments: z.array(z.object({ container_id: z.string().min(1), if_name: z.string().min(1) })),
});

export type PodRequest = z.infer<typeof podRequestSchema>;
export type CheckRequest = z.infer<typeof checkRequestSchema>;
export type GcRequest = z.infer<typeof gcRequestSchema>;

/** "namespace/name", as the store of pods has it. */
export function podKey(request: PodRequest): string {
  return `${request.pod_namespace}/${request.pod_name}`;
}
