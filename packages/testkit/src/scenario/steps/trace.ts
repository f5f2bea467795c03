// What OVN does with a packet: ovn-trace over the flows that northd has made of the rows.

import { dataPlaneCommand } from '../../ovn/data-plane-command.ts';
import { runCommand } from '../../ovn/run-command.ts';
import type { Scene } from '../scene.ts';
import type { StepDefinition } from '../step-definition.ts';

export const traceSteps: readonly StepDefinition[] = [
  {
    usage: 'trace <port> to <address> arrives at <destination>',
    help: 'a packet from a switch port to an address comes out at this port',
    calmOnly: true,
    async run(scene, { args }) {
      const trace = await traceFrom(scene, args.port!, args.address!);
      const outputs = outputsOf(trace);
      if (outputs.length !== 1 || outputs[0] !== args.destination)
        throw new Error(`expected ${args.destination}, seen ${outputs.join(', ') || 'dropped'}\n${trace}`);
    },
  },
  {
    usage: 'trace <port> to <address> is dropped',
    help: 'a packet from a switch port to an address comes out nowhere',
    calmOnly: true,
    async run(scene, { args }) {
      const trace = await traceFrom(scene, args.port!, args.address!);
      const outputs = outputsOf(trace);
      if (outputs.length > 0) throw new Error(`it arrives at ${outputs.join(', ')}\n${trace}`);
    },
  },
];

async function traceFrom(scene: Scene, port: string, address: string): Promise<string> {
  const { central } = scene.database;
  if (central === undefined) throw new Error('this database has no northd');
  await central.waitNorthd();
  await scene.northbound.current();
  const source = scene.northbound
    .named('Logical_Switch')
    .find(({ columns }) => (columns.ports as string[]).includes(port));
  if (source === undefined) throw new Error(`no switch has a port ${port}`);
  const row = scene.northbound.named('Logical_Switch_Port').find(({ identity }) => identity === port)!;
  const [mac = '', ...own] = String((row.columns.addresses as string[])[0]).split(' ');
  const family = address.includes(':') ? 6 : 4;
  const from = own.find((text) => text.includes(':') === (family === 6));
  const flow = [
    `inport == "${port}"`,
    `eth.src == ${mac}`,
    `eth.dst == ${nextMac(scene, source.columns.ports as string[], address)}`,
    `ip${family}.src == ${from}`,
    `ip${family}.dst == ${address}`,
    'ip.ttl == 64',
    'icmp',
  ];
  const args = [
    `--db=${central.sb.endpoint}`,
    '--minimal',
    '--ct=new',
    source.identity,
    flow.join(' && ').replace('icmp', `icmp${family}`),
  ];
  return runCommand(dataPlaneCommand('ovn-trace', args, { directory: scene.stage.directory }));
}

/** The neighbour of the same switch that has the address, else the router. */
function nextMac(scene: Scene, ports: readonly string[], address: string): string {
  let router: string | undefined;
  for (const { identity, columns } of scene.northbound.named('Logical_Switch_Port')) {
    if (!ports.includes(identity)) continue;
    const [mac = '', ...own] = String((columns.addresses as string[])[0] ?? '').split(' ');
    if (own.includes(address)) return mac;
    if (columns.type === 'router') router = (columns.options as Record<string, string>)['router-port'];
  }
  const port = scene.northbound.rows('Logical_Router_Port').find(({ name }) => name === router);
  if (port === undefined) throw new Error('the switch has no router');
  return String(port.mac);
}

function outputsOf(trace: string): string[] {
  return [...trace.matchAll(/^output\("?([^")]+)"?\);$/gm)].map((match) => match[1]!);
}
