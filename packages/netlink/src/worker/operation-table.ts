// Every short operation the worker knows, by the name the client sends. Each runs to its end without waiting.
import * as addresses from '../operations/addresses.ts';
import { configurePod } from '../operations/configure-pod.ts';
import * as links from '../operations/links.ts';
import * as netns from '../operations/named-netns.ts';
import * as neighbours from '../operations/neighbours.ts';
import * as routes from '../operations/routes.ts';
import * as rules from '../operations/rules.ts';
import { sysctl } from '../operations/sysctl.ts';
import type { Engine } from '../session/engine.ts';

export const OPERATIONS = {
  links: links.links,
  link: links.link,
  createVeth: links.createVeth,
  createVlan: links.createVlan,
  createLink: links.createLink,
  setLink: links.setLink,
  addAltName: links.addAltName,
  deleteAltName: links.deleteAltName,
  addresses: addresses.addresses,
  addAddress: addresses.addAddress,
  deleteAddress: addresses.deleteAddress,
  routes: routes.routes,
  addRoute: routes.addRoute,
  replaceRoute: routes.replaceRoute,
  deleteRoute: routes.deleteRoute,
  rules: rules.rules,
  addRule: rules.addRule,
  deleteRule: rules.deleteRule,
  neighbours: neighbours.neighbours,
  replaceNeighbour: neighbours.replaceNeighbour,
  deleteNeighbour: neighbours.deleteNeighbour,
  configurePod,
  sysctl,
  createNamedNetns: netns.createNamedNetns,
  deleteNamedNetns: netns.deleteNamedNetns,
  namedNetnsExists: netns.namedNetnsExists,
  listNamedNetns: netns.listNamedNetns,
} satisfies Record<string, (engine: Engine, ...args: never[]) => unknown>;

export type OperationName = keyof typeof OPERATIONS;

export type OperationArguments<K extends OperationName> = (typeof OPERATIONS)[K] extends (
  engine: Engine,
  ...args: infer A
) => unknown
  ? A
  : [];

export type OperationResult<K extends OperationName> = ReturnType<(typeof OPERATIONS)[K]>;
