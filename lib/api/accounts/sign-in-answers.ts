import { z } from 'zod'
import { when } from '#lib/api/parts/answer-parts.ts'

/** SessionItem */
export const sessionItem = z
  .object({
    id: z.string(),
    userAgent: z.string(),
    /** Where it was used last; null: not known. */
    address: z.string().nullable(),
    createdAt: when,
    lastUsedAt: when.nullable(),
    /** The one that asks. */
    isCurrent: z.boolean(),
  })
  .meta({ id: 'SessionItem' })

/** PasskeyItem */
export const passkeyItem = z
  .object({
    id: z.number(),
    name: z.string(),
    createdAt: when,
    lastUsedAt: when.nullable(),
  })
  .meta({ id: 'PasskeyItem' })

/** SecondFactorState */
export const secondFactorState = z
  .object({
    isOn: z.boolean(),
    recoveryCodesLeft: z.number(),
  })
  .meta({ id: 'SecondFactorState' })

/** SecondFactorSecret */
export const secondFactorSecret = z
  .object({
    /** Base32. */
    secret: z.string(),
    address: z.string(),
    /** The address as a picture: SVG. */
    qrCode: z.string(),
  })
  .meta({ id: 'SecondFactorSecret' })

/** RecoveryCodes */
export const recoveryCodes = z
  .object({
    codes: z.array(z.string()),
  })
  .meta({ id: 'RecoveryCodes' })

/** NewUserAnswer: the link by which the owner sets the password; null: it was mailed. */
export const newUserAnswer = z
  .object({ id: z.string(), email: z.string(), url: z.string().nullable() })
  .meta({ id: 'NewUserAnswer' })

/** ResetAnswer */
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
