import { z } from 'zod'
import { type AnswerOf, when } from '#lib/api/parts/answer-parts.ts'
import { longestName } from '#lib/text/names.ts'

export const sessionItem = z
  .object({
    id: z.string(),
    userAgent: z.string(),
    /** The address it was used from last; null: not known. */
    address: z.string().nullable(),
    createdAt: when,
    lastUsedAt: when.nullable(),
    /** The one that asks. */
    isCurrent: z.boolean(),
  })
  .meta({ id: 'SessionItem' })

/** GET /api/v1/sessions: { sessions }; DELETE /api/v1/sessions/:id ends one, DELETE /api/v1/sessions all but this. */
export type SessionItem = AnswerOf<typeof sessionItem>

const name = z.string().trim().min(1, 'passkeyNeedsName').max(longestName.other)

export const passkeyItem = z
  .object({
    id: z.number(),
    name: z.string(),
    createdAt: when,
    lastUsedAt: when.nullable(),
  })
  .meta({ id: 'PasskeyItem' })

/** GET /api/v1/passkeys: { passkeys }; PATCH and DELETE /api/v1/passkeys/:id */
export type PasskeyItem = AnswerOf<typeof passkeyItem>

/** As it is typed where the password is asked for again. */
export const password = z.string().max(1000)

/**
 * Body of what asks for the password again and for nothing else: POST passkeys/options, second-factor, second-factor/codes; DELETE
 * passkeys/:id, second-factor.
 */
export const passwordRequest = z.strictObject({ password })

/** Body of PATCH /api/v1/passkeys/:id. */
export const passkeyChange = z.strictObject({ name })

/** Bytes as WebAuthn writes them. An attestation is some hundred bytes, with certificates some thousand. */
const bytes = z.base64url().min(1).max(20_000)

/** A credential's id has 1023 bytes at most (WebAuthn level 3, 4.1). */
const credentialId = z.base64url().min(1).max(1364)

const credential = { id: credentialId, rawId: credentialId, type: z.literal('public-key') } as const

/** Body of POST /api/v1/passkeys: what the browser made for the answer of POST /api/v1/passkeys/options. */
export const passkeyRequest = z.strictObject({
  name,
  response: z.looseObject({
    ...credential,
    response: z.looseObject({
      clientDataJSON: bytes,
      attestationObject: bytes,
      transports: z.array(z.string().max(100)).max(20).optional(),
    }),
  }),
})

/** Body of POST /api/auth/passkey/sign-in: what the browser answered to POST /api/auth/passkey/options. */
export const passkeySignInRequest = z.object({
  response: z.looseObject({
    ...credential,
    response: z.looseObject({ clientDataJSON: bytes, authenticatorData: bytes, signature: bytes }),
  }),
})

export const secondFactorState = z
  .object({
    isOn: z.boolean(),
    recoveryCodesLeft: z.number(),
  })
  .meta({ id: 'SecondFactorState' })

/** GET /api/v1/second-factor */
export type SecondFactorState = AnswerOf<typeof secondFactorState>

export const secondFactorSecret = z
  .object({
    /** Base32. */
    secret: z.string(),
    address: z.string(),
    /** The address as a picture: SVG. */
    qrCode: z.string(),
  })
  .meta({ id: 'SecondFactorSecret' })

/** Answer of POST /api/v1/second-factor: what the app needs, by picture or typed. It is on once a code was sent back. */
export type SecondFactorSecret = AnswerOf<typeof secondFactorSecret>

/** Body of POST /api/v1/second-factor/confirm; the answer, like that of …/codes, is shown once. */
export const codeRequest = z.strictObject({ code: z.string().trim().min(1).max(100) })

export const recoveryCodes = z
  .object({
    codes: z.array(z.string()),
  })
  .meta({ id: 'RecoveryCodes' })

export type RecoveryCodesAnswer = AnswerOf<typeof recoveryCodes>

const email = z.email('wrongEmail').max(254)

/** Body of POST /api/v1/password-reset. Answer 202, whether there is such an account or not. */
export const resetRequest = z.strictObject({ email })

/** Body of POST /api/v1/password-reset/confirm. */
export const newPasswordRequest = z.strictObject({ token: z.string().min(1).max(200), password })

/** Body of POST /api/v1/me/email; the address changes when the link in the mail is followed. Answer 202. */
export const emailRequest = z.strictObject({ email, password })

/** Body of POST /api/v1/email/confirm. Answer: { email } */
export const emailConfirmation = z.strictObject({ token: z.string().min(1).max(200) })

const limit = (most: number) => z.number().int().min(1).max(most).nullable().optional()

/** Body of PATCH /api/v1/admin/users/:id; a limit of null is what the configuration says for all. */
export const userChange = z
  .strictObject({
    isLocked: z.boolean().optional(),
    maxSubscriptions: limit(1_000_000),
    maxStoredMb: limit(1_000_000),
  })
  .refine((change) => Object.keys(change).length > 0, { message: 'giveChange' })

/** Body of POST /api/v1/admin/users: an account whose owner sets the password by a link, mailed or handed over. */
export const newUserRequest = z.strictObject({ email, name: z.string().trim().min(1).max(longestName.other) })

/** NewUserAnswer: the link by which the owner sets the password; null: it was mailed. */
export const newUserAnswer = z
  .object({ id: z.string(), email: z.string(), url: z.string().nullable() })
  .meta({ id: 'NewUserAnswer' })

/** Answer of POST /api/v1/admin/users. */
export type NewUserAnswer = AnswerOf<typeof newUserAnswer>

export const resetAnswer = z
  .union([
    z.object({
      isMailed: z.literal(true),
    }),
    z.object({
      isMailed: z.literal(false),
      url: z.string(),
    }),
  ])
  .meta({ id: 'ResetAnswer' })

/** Answer of POST /api/v1/admin/users/:id/reset: mailed to the account, or a link to hand over. */
export type ResetAnswer = AnswerOf<typeof resetAnswer>
