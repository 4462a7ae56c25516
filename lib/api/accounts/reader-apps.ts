/**
 * Why a reader app was not let in, as far as its owner can tell by it. Kept as the detail of a failed sign-in in the log:
 * `own-password`: the account's own password; `other-login`: an app password of the account beside another address or name.
 */
export const appRefusals = ['own-password', 'wrong-app-password', 'other-login'] as const
export type AppRefusal = (typeof appRefusals)[number]
