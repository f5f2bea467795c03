// The HTTP server on the unix socket: checks requests, watches for runtimes that give up, turns failures into answers.

import { codedError, toError } from '@kube-ovn/errors';
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
} from 'fastify';
import type * as z from 'zod';
import { addPod } from './add.ts';
import { checkPod } from './check.ts';
import type { CniContext } from './context.ts';
import { deletePod } from './del.ts';
import { tellConfigured, tellFailed, tellRemoved } from './events.ts';
import { collectInvalid } from './gc.ts';
import { checkRequestSchema, gcRequestSchema, type PodRequest, podKey, podRequestSchema } from './request.ts';
import { StageFailure, toStageFailure } from './stage-failure.ts';

const BAD_REQUEST = new Set(['ERR_CNI_REQUEST_INVALID', 'ERR_CNI_PROVIDER_UNBOUND']);

/** Requests are checked by zod: the schema compilers of the framework, and their memory, are not needed. */
const NO_SCHEMAS = {
  compilersFactory: {
    buildValidator: () => () => () => true,
    buildSerializer: () => () => (data: unknown) => JSON.stringify(data),
  },
} as unknown as FastifyServerOptions['schemaController'];

export function cniServer(context: CniContext): FastifyInstance {
  const server = Fastify({ logger: false, bodyLimit: 1024 * 1024, schemaController: NO_SCHEMAS });
  server.setErrorHandler((thrown, _request, reply) =>
    answerFailure(reply, toStageFailure(thrown, 'validate-request', '')),
  );
  server.addHook('onResponse', async (request, reply) => {
    context.metrics.answered(
      `${request.method} ${request.routeOptions.url}`,
      reply.statusCode,
      reply.elapsedTime / 1000,
    );
  });
  server.post('/api/v1/add', async (raw, reply) => {
    const request = parse(podRequestSchema, raw.body);
    try {
      const { response, network } = await runAdd(context, request, connectionOf(raw, reply));
      tellConfigured(context, request, network);
      return response;
    } catch (thrown) {
      const failure = toStageFailure(thrown, 'configure-nic', request.if_name);
      context.log.warn('ADD failed', {
        pod: podKey(request),
        container: request.container_id,
        stage: failure.stage,
        error: failure.error,
      });
      if (failure.error.code !== 'ERR_CNI_SUPERSEDED')
        tellFailed(context, request, 'PodNetworkConfigureFailed', failure);
      throw failure;
    }
  });
  server.post('/api/v1/del', async (raw, reply) => {
    const request = parse(podRequestSchema, raw.body);
    try {
      await deletePod(context, request, connectionOf(raw, reply));
      tellRemoved(context, request);
      return reply.code(204).send();
    } catch (thrown) {
      const failure = toStageFailure(thrown, 'delete-nic', request.if_name);
      context.log.warn('DEL failed', { pod: podKey(request), container: request.container_id, error: failure.error });
      tellFailed(context, request, 'PodNetworkRemoveFailed', failure);
      throw failure;
    }
  });
  server.post('/api/v1/check', async (raw, reply) => {
    await checkPod(context, parse(checkRequestSchema, raw.body));
    return reply.code(204).send();
  });
  server.post('/api/v1/gc', async (raw, reply) => {
    await collectInvalid(context, parse(gcRequestSchema, raw.body));
    return reply.code(204).send();
  });
  server.get('/api/v1/status', async (_request, reply) => {
    const problem = context.notReady();
    return problem === undefined ? {} : reply.code(503).send({ code: 50, error: problem });
  });
  return server;
}

function runAdd(context: CniContext, request: PodRequest, connection: AbortSignal) {
  const { container_id: container, provider, if_name: ifName } = request;
  const problem = context.blocked();
  if (problem !== undefined) throw codedError('ERR_CNI_NOT_READY', { problem });
  const pod = podKey(request);
  const ended = (by: 'newer' | 'runtime') =>
    by === 'newer'
      ? codedError('ERR_CNI_SUPERSEDED', { container, pod })
      : codedError('ERR_CNI_CANCELLED', { container });
  const key = `${pod} ${provider} ${ifName}`;
  return context.attempts.run(key, container, connection, ended, (signal) => addPod(context, request, signal));
}

/** Aborts when the client goes away before it has its answer. */
function connectionOf(raw: FastifyRequest, reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort(new Error('the client has closed the connection'));
  });
  if (raw.raw.socket.destroyed) controller.abort();
  return controller.signal;
}

function parse<S extends z.ZodType>(schema: S, body: unknown): z.infer<S> {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const problem = `${issue?.path.join('.') || 'body'}: ${issue?.message ?? 'unreadable'}`;
  throw new StageFailure('validate-request', codedError('ERR_CNI_REQUEST_INVALID', { problem }, result.error));
}

function answerFailure(reply: FastifyReply, failure: StageFailure): FastifyReply {
  const { code, message } = failure.error;
  const status = BAD_REQUEST.has(code) ? 400 : code === 'ERR_CNI_NOT_READY' ? 503 : 500;
  return reply.code(status).send({ error: toError(failure.error).message || message, code });
}
