import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { publicUrl } from '#tests/support/world/accounts.ts'

type Options = { readonly challenge: string; readonly rp?: { readonly id?: string }; readonly rpId?: string }
type Deviation = { readonly isVerified?: boolean; readonly origin?: string; readonly rpId?: string }

/** A passkey in software, as a browser's authenticator makes and uses it (WebAuthn level 3, ES256, no attestation). */
export function softwarePasskey() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(32)
  const id = credentialId.toString('base64url')
  let counter = 0

  function dataFor(rpId: string, isVerified: boolean, attested: Buffer = Buffer.alloc(0)): Buffer {
    const flags = 0x01 | (isVerified ? 0x04 : 0) | (attested.length > 0 ? 0x40 : 0)
    const count = Buffer.alloc(4)
    count.writeUInt32BE((counter += 1))
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([flags]), count, attested])
  }

  return {
    id,
    /** Answers `options` of a registration. */
    make: (options: Options, { isVerified = true, origin = publicUrl, rpId }: Deviation = {}) => {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
      // COSE key: { 1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y }
      const key = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ])
      const attested = Buffer.concat([
        Buffer.alloc(16),
        Buffer.from([0, credentialId.length]),
        credentialId,
        key,
      ])
      const data = dataFor(rpId ?? options.rp?.id ?? '', isVerified, attested)
      // CBOR: { fmt: "none", attStmt: {}, authData: bytes of two-byte length }
      const attestation = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746159', 'hex'),
        Buffer.from([data.length >> 8, data.length & 255]),
        data,
      ])
      const response = {
        clientDataJSON: clientData('webauthn.create', options.challenge, origin).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      }
      return { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} }
    },
    /** Answers `options` of a sign-in. */
    use: (options: Options, { isVerified = true, origin = publicUrl, rpId }: Deviation = {}) => {
      const data = dataFor(rpId ?? options.rpId ?? '', isVerified)
      const client = clientData('webauthn.get', options.challenge, origin)
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()])
      const response = {
        authenticatorData: data.toString('base64url'),
        clientDataJSON: client.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
      }
      return { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} }
    },
  }
}

function clientData(type: string, challenge: string, origin: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
}
