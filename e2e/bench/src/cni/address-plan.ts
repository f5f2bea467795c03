// The addresses of the bench's cluster: one node, its wires, and the networks that the controller makes.

export const CONTROL_PLANE_IP = '172.30.0.1';
export const NODE_IP = '172.30.0.11';
export const TUNNEL_PEER_IP = '172.31.0.1';
export const TUNNEL_IP = '172.31.0.11';
export const API_PORT = 6443;
export const NODE = 'bench-node';
export const POD_CIDR = '10.16.0.0/16';
export const JOIN_CIDR = '100.64.0.0/16';
export const SERVICE_CIDR = '10.96.0.0/12';
