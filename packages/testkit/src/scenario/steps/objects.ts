// Steps that change objects of the API, as users and kubelets do.

import { randomUUID } from 'node:crypto';
import type { AnyObject } from '../../api-server/index.ts';
import type { Scene } from '../scene.ts';
import { identityOf, objectsOf, type ScenarioObject } from '../short-object.ts';
import type { StepDefinition } from '../step-definition.ts';

export const objectSteps: readonly StepDefinition[] = [
  {
    usage: 'given',
    help: 'objects that exist before the controller starts',
    content: 'required',
    run: (scene, { content }) => applyAll(scene, content),
  },
  {
    usage: 'apply',
    help: 'creates objects or changes them, as kubectl apply does',
    content: 'required',
    run: (scene, { content }) => applyAll(scene, content),
  },
  {
    usage: 'patch <kind> <name> [status]',
    help: 'merge patch of an object or of its status',
    content: 'required',
    async run(scene, { args, content }) {
      const { name, namespace } = identityOf(args.kind!, args.name!);
      await scene.server.objects.patch(args.kind!, name, namespace, content as object, {
        subresource: args.status === undefined ? undefined : 'status',
      });
    },
  },
  {
    usage: 'delete <kind> <name>',
    help: 'the object goes; a pod is gone at once, as if the kubelet had confirmed it',
    async run(scene, { args }) {
      const { name, namespace } = identityOf(args.kind!, args.name!);
      await scene.server.objects.delete(
        args.kind!,
        name,
        namespace,
        args.kind === 'Pod' ? { gracePeriodSeconds: 0 } : {},
      );
    },
  },
  {
    usage: 'begin deleting <kind> <name>',
    help: 'the deletion is asked for, and the kubelet has not confirmed it yet',
    async run(scene, { args }) {
      const { name, namespace } = identityOf(args.kind!, args.name!);
      await scene.server.objects.delete(args.kind!, name, namespace);
    },
  },
];

async function applyAll(scene: Scene, content: unknown): Promise<void> {
  for (const object of objectsOf(content)) await applyObject(scene, object);
}

/** Creates the object, or changes what it names of an existing one. */
export async function applyObject(scene: Scene, asked: ScenarioObject): Promise<void> {
  await scene.server.refresh?.();
  const { objects } = scene.server;
  const object = withOwner(scene, asked);
  const { kind, metadata, status, ...rest } = object;
  const { name, namespace } = metadata;
  const found = objects.get(kind, name, namespace);
  if (found === undefined) await objects.create(object);
  else await objects.patch(kind, name, namespace, { metadata, ...rest });
  if (status !== undefined && (found !== undefined || kind !== 'Node'))
    await objects.patch(kind, name, namespace, { status }, { subresource: 'status' });
}

/** `owner: Kind/name` as an owner reference to the object that exists. */
function withOwner(scene: Scene, object: ScenarioObject): ScenarioObject {
  const { owner, ...metadata } = object.metadata;
  if (typeof owner !== 'string') return object;
  const [kind = '', name = ''] = owner.split('/');
  const found = scene.server.objects.get<AnyObject>(kind, name, metadata.namespace);
  const reference = {
    apiVersion: found?.apiVersion ?? 'apps/v1',
    kind,
    name,
    uid: found?.metadata.uid ?? randomUUID(),
    controller: true,
  };
  return { ...object, metadata: { ...metadata, ownerReferences: [reference] } };
}
