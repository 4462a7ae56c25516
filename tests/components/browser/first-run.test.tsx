import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { AccountSplit } from '#components/accounts/account-split.tsx'
import { ForgotForm } from '#components/accounts/forgot-password-form.tsx'
import { NewAccountForm } from '#components/accounts/new-account-form.tsx'
import { ResetForm } from '#components/accounts/reset-password-form.tsx'
import { SignInForm } from '#components/accounts/sign-in-form.tsx'
import { SaveScreen } from '#components/sources/adding/save-screen.tsx'
import { checkLooks } from '../../support/components/check-looks.ts'
import { focusFirst } from '#components/ui/form/focus-first.ts'
import { draw } from '../../support/components/draw.tsx'
import { refusal, serve } from '../../support/components/stand-in-server.ts'

function drawFirstRun(language: 'en' | 'de') {
  draw(
    <AccountSplit step={1} title="Create your account" intro="You are the first here." language={language}>
      <NewAccountForm leastPassword={10} invitation={null} nextPath="/" asksWhoJoins />
    </AccountSplit>,
    { address: '/first-run', language },
  )
}

async function fill(names: { readonly name: string; readonly email: string; readonly password: string }) {
  await page.getByRole('textbox', { name: names.name, exact: true }).fill('Mira')
  await page.getByRole('textbox', { name: names.email }).fill('mira@example.org')
  await page.getByLabelText(names.password, { exact: true }).fill('the quiet lark sings at dawn')
}

test('the first account is asked who joins after it, with invitations chosen, and typing can begin at once', async () => {
  serve({})
  drawFirstRun('en')
  await expect.element(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveFocus()
  await checkLooks('first-run')
  const group = page.getByRole('radiogroup', { name: 'Who else can join?' })
  await expect.element(group.getByRole('radio', { name: 'By invitation' })).toBeChecked()
  await group.getByText('Anyone who reaches the server').click()
  await expect.element(group.getByRole('radio', { name: 'Anyone who reaches the server' })).toBeChecked()
})

test.each([
  ['to sign in', <SignInForm key="in" nextPath="/" />, 'E-mail'],
  ['for a forgotten password', <ForgotForm key="forgot" />, 'E-mail'],
  ['to save a page', <SaveScreen key="save" startAddress="" />, 'Address of the page'],
  ['for a new password', <ResetForm key="new" leastPassword={10} />, 'New password'],
])('on the page %s typing can begin at once', async (_, form, label) => {
  serve({ 'POST /api/auth/passkey/options': refusal('not_found') }) // the form of sign-in offers passkeys
  draw(form, { address: '/#secret-of-a-link' })
  await expect.element(page.getByLabelText(label, { exact: true })).toHaveFocus()
})

test('the field of a page takes nobody away who types in another one already', async () => {
  serve({})
  const other = document.createElement('input')
  document.body.append(other)
  other.focus()
  focusFirst(document.createElement('input'))
  expect(document.activeElement).toBe(other)
  other.remove()
})

test('a stranger chooses the language before signing up, and an error stands beside its field in it', async () => {
  serve({})
  drawFirstRun('de')
  await page.getByRole('combobox', { name: 'Sprache' }).selectOptions('日本語（ベータ版）')
  expect(document.cookie).toContain('language=ja')
  document.cookie = 'language=; path=/; max-age=0'
  await fill({ name: 'Name', email: 'E-Mail', password: 'Passwort' })
  await page.getByRole('textbox', { name: 'E-Mail' }).fill('mira')
  await page.getByRole('button', { name: 'Konto anlegen' }).click()
  await expect
    .element(page.getByRole('textbox', { name: 'E-Mail' }))
    .toHaveAccessibleDescription(/Das ist keine E-Mail-Adresse/)
})

test('an empty form says at once all that is missing, and typing goes on in the first field', async () => {
  serve({})
  drawFirstRun('en')
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  const email = page.getByRole('textbox', { name: 'E-mail' })
  await page.getByLabelText('Password', { exact: true }).click()
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect.element(name).toHaveAccessibleDescription(/Enter your name/)
  await expect.element(email).toHaveAccessibleDescription(/not an e-mail address/)
  await expect
    .element(page.getByLabelText('Password', { exact: true }))
    .toHaveAccessibleDescription(/at least 10 characters/i)
  await expect.element(name).toHaveFocus()
  await name.fill('Mira')
  await expect.element(name).not.toHaveAccessibleDescription(/Enter your name/)
  await expect.element(email).toHaveAccessibleDescription(/not an e-mail address/)
  await checkLooks('first-run-empty')
})

test('who presses while the server is gone is told so, and can press again', async () => {
  serve({})
  globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'))
  drawFirstRun('en')
  await fill({ name: 'Name', email: 'E-mail', password: 'Password' })
  const create = page.getByRole('button', { name: 'Create account' })
  await create.click()
  await expect.element(page.getByText('The server did not answer. Try again.')).toBeVisible()
  await expect.element(create).toBeEnabled()
})

test.each([320, 390, 820, 1024, 1440])('at %i px the bird of the picture is seen whole', async (width) => {
  serve({})
  await page.viewport(width, 844)
  drawFirstRun('en')
  const drawn = page.getByRole('img').last()
  await expect.element(drawn).toBeVisible()
  const picture = drawn.element()
  const band = picture.parentElement?.getBoundingClientRect()
  const bird = picture.querySelector('g g')?.getBoundingClientRect()
  if (band === undefined || bird === undefined) throw new Error('no bird')
  expect(bird.top).toBeGreaterThan(band.top)
  expect(bird.right).toBeLessThan(band.right)
  expect(bird.bottom).toBeLessThan(band.bottom)
})
