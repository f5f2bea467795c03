// Text with several PEM blocks <-> the blocks, and what a certificate says about itself. Unreadable blocks are left out.

import { createPrivateKey, X509Certificate } from 'node:crypto';

export interface CertificateFacts {
  readonly pem: string;
  readonly notBefore: number;
  readonly notAfter: number;
  readonly x509: X509Certificate;
}

/** In the order of the text. */
export function readCertificates(text: string): CertificateFacts[] {
  return blocks(text, 'CERTIFICATE').flatMap((pem) => {
    try {
      const x509 = new X509Certificate(pem);
      return [{ pem, notBefore: Date.parse(x509.validFrom), notAfter: Date.parse(x509.validTo), x509 }];
    } catch {
      return [];
    }
  });
}

/** The key among those of the text that belongs to the certificate. */
export function keyOf(certificate: CertificateFacts, text: string): string | undefined {
  return blocks(text, '(?:EC |RSA )?PRIVATE KEY').find((pem) => {
    try {
      return certificate.x509.checkPrivateKey(createPrivateKey(pem));
    } catch {
      return false;
    }
  });
}

/** Signed by the key of `authority`, whatever the dates. */
export function isSignedBy(certificate: CertificateFacts, authority: CertificateFacts): boolean {
  try {
    return certificate.x509.checkIssued(authority.x509) && certificate.x509.verify(authority.x509.publicKey);
  } catch {
    return false;
  }
}

function blocks(text: string, label: string): string[] {
  const pattern = new RegExp(`-----BEGIN ${label}-----[^-]+-----END ${label}-----`, 'g');
  return (text.match(pattern) ?? []).map((block) => `${block}\n`);
}
