import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ConfirmForm } from '#components/accounts/confirm-email-form.tsx'
import { ForgotForm } from '#components/accounts/forgot-password-form.tsx'
import { ResetForm } from '#components/accounts/reset-password-form.tsx'
import { AccountSplit } from '#components/accounts/account-split.tsx'
import { PasskeyList } from '#components/settings/account/passkey-list.tsx'
import { passkeyItem } from '#lib/api/accounts/sign-in.ts'
import { answerOf } from '../../support/components/answer-of.ts'
import { checkLooks } from '../../support/components/check-looks.ts'
import { draw } from '../../support/components/draw.tsx'
import { drawInFrame } from '../../support/components/reading-pages.tsx'
import { oneSource, serveReading } from '../../support/components/reading-server.ts'
import { serve } from '../../support/components/stand-in-server.ts'

const drawSettings = (part: React.ReactNode) =>
  drawInFrame(
    <>
      <h1>Settings</h1>
      {part}
    </>,
    { address: '/settings' },
  )
const givePassword = async (action: string) => {
  await page.getByLabelText('Your password', { exact: true }).fill('correct horse battery')
  await page.getByRole('button', { name: action, exact: true }).click()
}

test('a passkey is renamed and removed', async () => {
  let passkeys = [answerOf(passkeyItem, { id: 1, name: 'Laptop' })]
  serveReading(oneSource('Keys', 1), {
    'GET /passkeys': () => ({ passkeys }),
    'PATCH /passkeys/:id': ({ body }) => {
      const named = answerOf(passkeyItem, { id: 1, ...(body as { name: string }) })
      passkeys = [named]
      return named
    },
    'DELETE /passkeys/:id': () => void (passkeys = []),
  })
  drawSettings(<PasskeyList />)
  await page.getByRole('button', { name: 'Rename passkey Laptop' }).click()
  await page.getByRole('textbox', { name: 'Name of the passkey' }).fill('Old laptop')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText('Old laptop')).toBeVisible()
  await checkLooks('passkeys')
  await page.getByRole('button', { name: 'Remove passkey Old laptop' }).click()
  await checkLooks('passkey-removal')
  await givePassword('Remove passkey Old laptop')
  await expect.element(page.getByText(/No passkeys so far\./)).toBeVisible()
})

test('the pages behind mailed links are accessible and fit', async () => {
  serve({
    'POST /password-reset': { isMailed: true },
    'POST /password-reset/confirm': undefined,
    'POST /email/confirm': { email: 'new@example.org' },
  })
  draw(
    <AccountSplit title="Forgot your password?" intro="A link sets a new one.">
      <ForgotForm />
    </AccountSplit>,
    { address: '/forgot-password' },
  )
  await page.getByRole('textbox', { name: 'E-mail' }).fill('rita@example.org')
  await checkLooks('forgot-password')
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect.element(page.getByText(/a link is on its way/)).toBeVisible()
  draw(
    <AccountSplit title="New password" intro="All sessions end.">
      <ResetForm leastPassword={10} />
    </AccountSplit>,
    { address: '/reset-password#secret' },
  )
  await page.getByLabelText('New password', { exact: true }).fill('a brand new sentence')
  await checkLooks('reset-password')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect.element(page.getByRole('link', { name: 'Sign in' })).toBeVisible()
  draw(
    <AccountSplit title="Confirm your address" intro="It counts from then on.">
      <ConfirmForm />
    </AccountSplit>,
    { address: '/confirm-email#secret' },
  )
  await expect.element(page.getByRole('button', { name: 'Confirm' })).toBeEnabled()
  await checkLooks('confirm-email')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect.element(page.getByText(/You sign in with new@example\.org from now on\./)).toBeVisible()
})

test.each([
  ['en', 'New password', /easy to guess/, /Good password/],
  ['de', 'Neues Passwort', /leicht zu erraten/, /Gutes Passwort/],
] as const)(
  'a new password that is easy to guess is told before it is sent (%s)',
  async (language, label, weak, good) => {
    serve({})
    draw(
      <AccountSplit title="New password" intro="All sessions end.">
        <ResetForm leastPassword={10} />
      </AccountSplit>,
      { address: '/reset-password#secret', language },
    )
    const field = page.getByLabelText(label, { exact: true })
    await field.fill('password12')
    await expect.element(page.getByText(weak)).toBeVisible()
    await field.fill('correct horse battery')
    await expect.element(page.getByText(good)).toBeVisible()
  },
)
