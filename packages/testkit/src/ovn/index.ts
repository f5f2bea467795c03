// Real OVN and Open vSwitch for tests, the sandbox and benches.

export { attachPod, type PodPort } from './attach-pod.ts';
export { type Central, type CentralOptions, startCentral } from './central.ts';
export { type Chassis, type ChassisOptions, startChassis } from './chassis.ts';
export { Daemon, type DaemonSpec } from './daemon.ts';
export { type Command, type CommandOptions, dataPlaneCommand } from './data-plane-command.ts';
export { dataPlaneRoot, requireDataPlaneRoot } from './data-plane-root.ts';
export { createPair, type Fabric, openFabric, type Wire } from './fabric.ts';
export { freeTcpPort } from './free-tcp-port.ts';
export { type NetworkNamespace, openNetworkNamespace } from './network-namespace.ts';
export { type Ovsdb, type OvsdbMember, type OvsdbOptions, type SchemaName, startOvsdb } from './ovsdb.ts';
export { hostCommand, runCommand } from './run-command.ts';
export { openRunDirectory, type RunDirectory } from './run-directory.ts';
export { skipReason } from './skip-reason.ts';
export { moveTunnelDevice, TUNNEL_BRIDGE, transmitChecksumOff } from './tunnel-bridge.ts';
export { unixctl } from './unixctl.ts';
export { type WaitOptions, waitFor } from './wait-for.ts';
