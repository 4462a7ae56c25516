import { z } from 'zod'
import {
  passkeyItem,
  recoveryCodes,
  secondFactorSecret,
  secondFactorState,
  sessionItem,
  codeRequest,
  emailConfirmation,
  emailRequest,
  newPasswordRequest,
  passkeyChange,
  passkeyRequest,
  passwordRequest,
  resetRequest,
} from '#lib/api/accounts/sign-in.ts'
import { readingHours, readingHoursChange } from '#lib/api/accounts/reading-hours.ts'
import { listSettings, listSettingsChange } from '#lib/api/lists/list-settings.ts'
import {
  deleteAccountRequest,
  meChange,
  tokenRequest,
  me,
  readerAppNews,
  serverInfo,
  tokenItem,
} from '#lib/api/accounts/account.ts'
import { readingSettings, readingSettingsChange } from '#lib/api/accounts/reading-settings.ts'
import { settings, settingsChange } from '#lib/api/accounts/subscriber-settings.ts'
import { open, read, session, write, type Operations } from './operation.ts'

const none = { errors: ['not_found'] } as const
const byApp = { without: 'it takes an app that makes codes' }

/** Who one is, how one signs in, what one set. */
export const account: Operations = {
  'GET /server': open('What the sign-in pages need', serverInfo),
  'GET /me': read('Who one is', me),
  'PATCH /me': write('Changes the language', me, {
    body: meChange,
    sample: () => ({ body: { language: 'en' } }),
  }),
  'DELETE /me': session('Ends the account', null, {
    body: deleteAccountRequest,
    sample: ({ password }) => ({ body: { password } }),
  }),
  'POST /me/email': session(
    'Asks for another address, or to prove the own one',
    'Nothing; a link is mailed to it.',
    {
      body: emailRequest,
      status: 202,
      sample: ({ password }) => ({ body: { email: 'new@example.org', password } }),
    },
  ),
  'GET /me/settings': read('What is set for all windows', settings),
  'PATCH /me/settings': write('Changes that', settings, {
    body: settingsChange,
    sample: () => ({ body: { density: 'compact' } }),
  }),
  'GET /list-settings': read('How lists are shown', listSettings),
  'PATCH /list-settings': write('Changes that', listSettings, {
    body: listSettingsChange,
    sample: () => ({ body: { scope: 'all', list: { order: 'oldest' } } }),
  }),
  'GET /reading-settings': read('How texts are shown', readingSettings),
  'PATCH /reading-settings': write('Changes that', readingSettings, {
    body: readingSettingsChange,
    sample: () => ({ body: { sizePx: 18 } }),
  }),
  'GET /reading-hours': read('When one reads', readingHours),
  'PATCH /reading-hours': write('Changes that', readingHours, {
    body: readingHoursChange,
    sample: () => ({ body: { kind: 'off' } }),
  }),
  'DELETE /reading-hours': write('Forgets what was learned of it', null),
  'GET /tokens': read('The own tokens, without their secrets', z.object({ tokens: z.array(tokenItem) })),
  'POST /tokens': session('Makes a token', tokenItem.extend({ token: z.string() }), {
    body: tokenRequest,
    status: 201,
    sample: ({ password }) => ({ body: { name: 'Script', password, scopes: ['read'] } }),
  }),
  'DELETE /tokens/{id}': session('Ends a token', null, none),
  'GET /reader-apps': session('How reader apps sign in', readerAppNews),
  'GET /sessions': session('Where one is signed in', z.object({ sessions: z.array(sessionItem) })),
  'DELETE /sessions': session('Ends all other sessions', z.object({ ended: z.number() })),
  'DELETE /sessions/{id}': session('Ends a session', null, none),
  'GET /passkeys': session('The own passkeys', z.object({ passkeys: z.array(passkeyItem) })),
  'POST /passkeys/options': session('What a browser needs to make a passkey', 'Options of WebAuthn', {
    body: passwordRequest,
    sample: ({ password }) => ({ body: { password } }),
  }),
  'POST /passkeys': session('Adds a passkey', passkeyItem, {
    body: passkeyRequest,
    status: 201,
    without: 'it takes an authenticator',
  }),
  'PATCH /passkeys/{id}': session('Renames a passkey', passkeyItem, {
    ...none,
    body: passkeyChange,
    sample: () => ({ body: { name: 'Laptop' } }),
  }),
  'DELETE /passkeys/{id}': session('Removes a passkey', null, {
    ...none,
    body: passwordRequest,
    sample: ({ password }) => ({ body: { password } }),
  }),
  'GET /second-factor': session('Whether signing in takes two steps', secondFactorState),
  'POST /second-factor': session('A secret for an app that makes codes', secondFactorSecret, {
    body: passwordRequest,
    sample: ({ password }) => ({ body: { password } }),
  }),
  'DELETE /second-factor': session('Signing in takes one step again', null, {
    body: passwordRequest,
    sample: ({ password }) => ({ body: { password } }),
  }),
  'POST /second-factor/confirm': session('Switches it on by a code', recoveryCodes, {
    body: codeRequest,
    ...byApp,
  }),
  'POST /second-factor/codes': session('New recovery codes', recoveryCodes, {
    body: passwordRequest,
    ...byApp,
  }),
  'POST /email/confirm': open('Confirms an address by the link of a mail', z.object({ email: z.string() }), {
    body: emailConfirmation,
    errors: ['not_found', 'too_many_requests'],
    sample: ({ emailToken }) => ({ body: { token: emailToken } }),
  }),
  'POST /password-reset': open(
    'Asks for a link to set a new password',
    'Nothing, whether there is such an account or not.',
    {
      body: resetRequest,
      status: 202,
      errors: ['too_many_requests', 'unavailable'],
      sample: () => ({ body: { email: 'nobody@example.org' } }),
    },
  ),
  'POST /password-reset/confirm': open('Sets a new password by such a link', null, {
    body: newPasswordRequest,
    errors: ['not_found', 'too_many_requests'],
    sample: ({ resetToken, password }) => ({ body: { token: resetToken, password } }),
  }),
}
