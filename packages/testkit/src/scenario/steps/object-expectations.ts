// What is expected of objects of the API: content, conditions, events, and the address of a pod in all its copies.

import type { AnyObject } from '../../api-server/index.ts';
import { mismatch, show } from '../mismatch.ts';
import type { Scene } from '../scene.ts';
import { identityOf } from '../short-object.ts';
import type { StepDefinition } from '../step-definition.ts';

interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
}

interface EventObject {
  readonly involvedObject: { readonly kind: string; readonly name: string };
  readonly type: string;
  readonly reason: string;
  readonly message: string;
}

export const objectExpectations: readonly StepDefinition[] = [
  {
    usage: 'expect object <kind> <name>',
    help: 'the object exists and has at least this content',
    content: 'optional',
    run(scene, { args, content }) {
      const object = find(scene, args.kind!, args.name!);
      if (object === undefined) throw new Error(`there is no ${args.kind} ${args.name}`);
      const found = mismatch(content ?? {}, object);
      if (found !== undefined) throw new Error(found);
    },
  },
  {
    usage: 'expect no object <kind> <name>',
    help: 'the object is gone',
    run(scene, { args }) {
      const object = find(scene, args.kind!, args.name!);
      if (object !== undefined) throw new Error(`it exists: ${show(object)}`);
    },
  },
  {
    usage: 'expect objects <kind> count <n>',
    help: 'so many objects of the kind exist',
    run(scene, { args }) {
      const list = scene.server.objects.list<AnyObject>(args.kind!);
      if (list.length !== Number(args.n))
        throw new Error(
          `expected ${args.n}, seen ${list.length}: ${list.map(({ metadata }) => metadata.name).join(', ')}`,
        );
    },
  },
  {
    usage: 'expect condition <kind> <name> <state> [<reason>]',
    help: 'a condition such as Ready=False, with this reason',
    run(scene, { args }) {
      const [type, status] = args.state!.split('=');
      const object = find(scene, args.kind!, args.name!);
      const { conditions = [] } = (object?.status ?? {}) as { readonly conditions?: readonly Condition[] };
      const condition = conditions.find((candidate) => candidate.type === type);
      if (condition?.status === status && (args.reason === undefined || args.reason === condition?.reason)) return;
      throw new Error(
        `seen ${show(conditions.map((each) => `${each.type}=${each.status} ${each.reason}: ${each.message}`))}`,
      );
    },
  },
  {
    usage: 'expect event <kind> <name> <reason> [<part>]',
    help: 'an event about the object, whose message contains the part',
    calmOnly: true,
    run(scene, { args }) {
      const events = eventsOf(scene, args.kind!, args.name!);
      if (events.some(({ reason, message }) => reason === args.reason && message.includes(args.part ?? ''))) return;
      throw new Error(`seen ${show(events.map(({ type, reason, message }) => `${type} ${reason}: ${message}`))}`);
    },
  },
  {
    usage: 'expect no event <kind> <name> <reason>',
    help: 'nothing of this reason was said about the object',
    calmOnly: true,
    run(scene, { args }) {
      const said = eventsOf(scene, args.kind!, args.name!).find(({ reason }) => reason === args.reason);
      if (said !== undefined) throw new Error(`it says: ${said.message}`);
    },
  },
  {
    usage: 'expect pod <name> has <address> [<subnet>]',
    help: 'IP object, switch port and annotation of the pod agree on the address `v4`, `v6` or `v4,v6`; `none` for no address at all',
    run(scene, { args }) {
      const copies = copiesOfAddress(scene, args.name!);
      const expected = args.address === 'none' ? undefined : args.address;
      for (const [where, seen] of Object.entries(copies.addresses))
        if (seen !== expected) throw new Error(`${where}: expected ${expected ?? 'none'}, seen ${seen ?? 'none'}`);
      if (args.subnet !== undefined && args.subnet !== copies.subnet)
        throw new Error(`expected subnet ${args.subnet}, seen ${copies.subnet}`);
    },
  },
];

export function find(scene: Scene, kind: string, name: string): AnyObject | undefined {
  const identity = identityOf(kind, name);
  return scene.server.objects.get<AnyObject>(kind, identity.name, identity.namespace);
}

function eventsOf(scene: Scene, kind: string, name: string): readonly EventObject[] {
  const identity = identityOf(kind, name);
  return scene.server.objects
    .list<EventObject>('Event')
    .filter(({ involvedObject }) => involvedObject.kind === kind && involvedObject.name === identity.name);
}

function copiesOfAddress(scene: Scene, pod: string) {
  const { name, namespace } = identityOf('Pod', pod);
  const port = `${name}.${namespace}`;
  const ip = scene.server.objects.get<{ spec: { ipAddress?: string; subnet?: string } }>('IP', port);
  const annotations = scene.server.objects.get<AnyObject>('Pod', name, namespace)?.metadata.annotations ?? {};
  const allocated = annotations['ovn.kubernetes.io/allocated'] === 'true';
  const row = scene.northbound.rows('Logical_Switch_Port').find((candidate) => candidate.name === port);
  const [addresses = ''] = (row?.addresses ?? []) as readonly string[];
  return {
    subnet: ip?.spec.subnet,
    addresses: {
      'IP object': ip?.spec.ipAddress || undefined,
      'switch port': addresses.split(' ').slice(1).join(',') || undefined,
      annotation: allocated ? annotations['ovn.kubernetes.io/ip_address'] : undefined,
    },
  };
}
