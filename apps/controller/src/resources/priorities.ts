// table: priorities of logical router policies, as the contract fixes them.

/** Traffic to a routed subnet of the VPC stays inside OVN. */
export const ALLOW_SUBNET = 31000;
/** Pod to node: by the node's own join address. */
export const TO_NODE = 30000;
/** Traffic that leaves the cluster: by the gateway node. */
export const GATEWAY = 29000;
