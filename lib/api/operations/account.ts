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
import { none, open, read, session, write, type Operations } from './operation.ts'

const byApp = { without: 'it takes an app that makes codes' }

/** The account itself: who one is, how one signs in, what one set. */
export const account: Operations = {
  'GET /server': open('What the sign-in pages need to know of the server', serverInfo),
  'GET /me': read('Your account', me),
  'PATCH /me': write('Changes the language', me, {
    body: meChange,
    sample: () => ({ body: { language: 'en' } }),
  }),
  'DELETE /me': session('Deletes your account', null, {
    body: deleteAccountRequest,
    sample: ({ password }) => ({ body: { password } }),
  }),
  'POST /me/email': session(
    'Asks for another e-mail address, or for a link to confirm the current one',
    'Nothing; a link is mailed to it.',
    {
      body: emailRequest,
      status: 202,
      sample: ({ password }) => ({ body: { email: 'new@example.org', password } }),
    },
  ),
  'GET /me/settings': read('The settings of your account', settings),
  'PATCH /me/settings': write('Changes the settings of your account', settings, {
    body: settingsChange,
    sample: () => ({ body: { density: 'compact' } }),
  }),
  'GET /list-settings': read('The settings of lists', listSettings),
  'PATCH /list-settings': write('Changes the settings of lists', listSettings, {
    body: listSettingsChange,
    sample: () => ({ body: { scope: 'all', list: { order: 'oldest' } } }),
  }),
  'GET /reading-settings': read('The settings of texts', readingSettings),
  'PATCH /reading-settings': write('Changes the settings of texts', readingSettings, {
    body: readingSettingsChange,
    sample: () => ({ body: { sizePx: 18 } }),
  }),
  'GET /reading-hours': read('Your reading hours', readingHours),
  'PATCH /reading-hours': write('Changes your reading hours', readingHours, {
    body: readingHoursChange,
    sample: () => ({ body: { kind: 'off' } }),
  }),
  'DELETE /reading-hours': write('Deletes the learned reading hours', null),
  'GET /tokens': read('Your tokens, without their secrets', z.object({ tokens: z.array(tokenItem) })),
  'POST /tokens': session('Creates a token', tokenItem.extend({ token: z.string() }), {
    body: tokenRequest,
    status: 201,
    errors: ['conflict'],
    sample: ({ password }) => ({ body: { name: 'Script', password, scopes: ['read'] } }),
  }),
  'DELETE /tokens/{id}': session('Deletes a token', null, none),
  'GET /reader-apps': session('How reader apps sign in', readerAppNews),
  'GET /sessions': session('Your sessions', z.object({ sessions: z.array(sessionItem) })),
  'DELETE /sessions': session('Ends all other sessions', z.object({ ended: z.number() })),
  'DELETE /sessions/{id}': session('Ends a session', null, none),
  'GET /passkeys': session('Your passkeys', z.object({ passkeys: z.array(passkeyItem) })),
  'POST /passkeys/options': session('What a browser needs to create a passkey', 'Options of WebAuthn', {
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
  'GET /second-factor': session('Whether two-factor authentication is on', secondFactorState),
  'POST /second-factor': session('A secret for an authenticator app', secondFactorSecret, {
    body: passwordRequest,
    sample: ({ password }) => ({ body: { password } }),
  }),
  'DELETE /second-factor': session('Switches two-factor authentication off', null, {
    body: passwordRequest,
    sample: ({ password }) => ({ body: { password } }),
  }),
  'POST /second-factor/confirm': session('Switches two-factor authentication on by a code', recoveryCodes, {
    body: codeRequest,
    ...byApp,
  }),
  'POST /second-factor/codes': session('New recovery codes', recoveryCodes, {
    body: passwordRequest,
    ...byApp,
  }),
  'POST /email/confirm': open(
    'Confirms an e-mail address by the link of an e-mail',
    z.object({ email: z.string() }),
    {
      body: emailConfirmation,
      errors: ['not_found', 'too_many_requests'],
      sample: ({ emailToken }) => ({ body: { token: emailToken } }),
    },
  ),
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
  'POST /password-reset/confirm': open('Sets a new password by a link', null, {
    body: newPasswordRequest,
    errors: ['not_found', 'too_many_requests'],
    sample: ({ resetToken, password }) => ({ body: { token: resetToken, password } }),
  }),
}
