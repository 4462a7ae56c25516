import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { NewUser } from '#components/admin/people/new-user.tsx'
import { ChannelForm } from '#components/alerts/channel-form.tsx'
import { IntegrationForm } from '#components/integrations/integration-form.tsx'
import { draw } from '../../support/components/draw.tsx'
import { serve } from '../../support/components/stand-in-server.ts'

/** What the server says in the reader's language of one field of the input. */
const wrong = (field: string, issue: string) =>
  Response.json(
    { error: { code: 'invalid_input', message: `${field}: ${issue}`, field, requestId: 'r' } },
    { status: 400 },
  )

const expectBeside = async (name: string, issue: string) => {
  await expect.element(page.getByRole('textbox', { name })).toHaveAccessibleDescription(issue)
  await expect.element(page.getByText(/^\w+: /)).not.toBeInTheDocument()
}

test('an account without a good address is refused beside the address, in German', async () => {
  serve({ 'POST /admin/users': () => wrong('email', 'Das ist keine Adresse.') })
  draw(<NewUser />, { language: 'de' })
  await page.getByRole('textbox', { name: 'Name' }).fill('Berta')
  await page.getByRole('textbox', { name: 'E-Mail-Adresse' }).fill('berta@example')
  await page.getByRole('button', { name: 'Konto anlegen' }).click()
  await expectBeside('E-Mail-Adresse', 'Das ist keine Adresse.')
})

test('a channel is refused beside its address, and e-mail is named where it cannot be sent yet', async () => {
  serve({ 'POST /alerts/channels': () => wrong('url', 'Diese Adresse ist nicht erreichbar.') })
  draw(<ChannelForm sendsMail={false} />, { language: 'de' })
  await expect.element(page.getByText(/^E-Mail steht hier zur Wahl, sobald/)).toBeVisible()
  await page.getByRole('textbox', { name: 'Adresse' }).fill('http://10.0.0.1/')
  await page.getByRole('button', { name: 'Hinzufügen' }).click()
  await expectBeside('Adresse', 'Diese Adresse ist nicht erreichbar.')
})

test('a service is refused beside the field that is wrong, and what is about no field stands below', async () => {
  let answer = () => wrong('username', 'Fehlt.')
  serve({ 'POST /integrations': () => answer() })
  draw(<IntegrationForm integration={null} onClose={() => undefined} />, { language: 'de' })
  await page.getByRole('combobox').selectOptions('Instapaper')
  const username = page.getByRole('textbox').nth(1)
  await username.fill('mira')
  await page.getByRole('button', { name: 'Speichern' }).click()
  await expect.element(username).toHaveAccessibleDescription('Fehlt.')
  answer = () => wrong('kind', 'Dieser Dienst ist ausgefallen.')
  await page.getByRole('button', { name: 'Speichern' }).click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('Dieser Dienst ist ausgefallen.')
  await expect.element(username).not.toHaveAccessibleDescription('Fehlt.')
})
