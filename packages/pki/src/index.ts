// Certificates of the closed system of databases and their clients: made, read, and renewed in time.

export { type Identity, issueAuthority, issueLeaf, type MoreNames, type Validity } from './certificate.ts';
export { type CertificateFacts, isSignedBy, keyOf, readCertificates } from './pem.ts';
export {
  AUTHORITY_NAME,
  DEFAULT_POLICY,
  LEAF_NAME,
  type RotationPolicy,
  type RotationStep,
  rotate,
  type StoredTls,
} from './rotation.ts';
