import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { PublisherLimitForm } from '#components/admin/hosts/host-limit-form.tsx'
import { NewUser } from '#components/admin/people/new-user.tsx'
import { RetentionForm } from '#components/admin/retention/retention-form.tsx'
import { BoundsForm } from '#components/admin/server/bounds-form.tsx'
import { FormulaPanel } from '#components/admin/sources/formula-panel.tsx'
import { ChannelForm } from '#components/alerts/channel-form.tsx'
import { IntegrationForm } from '#components/integrations/integration-form.tsx'
import { DigestForm } from '#components/outputs/digest-form.tsx'
import { FeedForm } from '#components/outputs/feed-form.tsx'
import { RuleEditor } from '#components/rules/rule-editor.tsx'
import { EmailForm } from '#components/settings/account/email-form.tsx'
import { SubscribeForm } from '#components/sources/adding/subscribe-form.tsx'
import { me } from '#lib/api/accounts/account.ts'
import { retentionRules } from '#lib/api/server/retention.ts'
import { serverSettings } from '#lib/api/server/admin.ts'
import { feedCandidate } from '#lib/api/sources/subscriptions.ts'
import { answerOf } from '../../support/components/answer-of.ts'
import { draw } from '../../support/components/draw.tsx'
import { oneSource, serveReading } from '../../support/components/reading-server.ts'
import { serve } from '../../support/components/stand-in-server.ts'

/** The server's words in the reader's language about one field of the input. */
const wrong = (field: string, issue: string) =>
  Response.json(
    { error: { code: 'invalid_input', message: `${field}: ${issue}`, field, requestId: 'r' } },
    { status: 400 },
  )

const expectBeside = async (name: string, issue: string) => {
  await expect.element(page.getByRole('textbox', { name })).toHaveAccessibleDescription(issue)
  await expect.element(page.getByText(/^\w+: /)).not.toBeInTheDocument()
}

const expectGone = (words: string | RegExp) => expect.element(page.getByText(words)).not.toBeInTheDocument()

test('an account without a good address is refused beside the address, in German', async () => {
  serve({ 'POST /admin/users': () => wrong('email', 'Das ist keine Adresse.') })
  draw(<NewUser />, { language: 'de' })
  await page.getByRole('textbox', { name: 'Name' }).fill('Berta')
  await page.getByRole('textbox', { name: 'E-Mail-Adresse' }).fill('berta@example')
  await page.getByRole('button', { name: 'Konto anlegen' }).click()
  await expectBeside('E-Mail-Adresse', 'Das ist keine Adresse.')
  await page.getByRole('textbox', { name: 'E-Mail-Adresse' }).fill('berta@example.org')
  await expectGone('Das ist keine Adresse.')
})

test('a channel is refused beside its address, and e-mail is named where it cannot be sent yet', async () => {
  serve({
    'GET /me': answerOf(me, { role: 'admin' }),
    'POST /alerts/channels': () => wrong('url', 'Diese Adresse ist nicht erreichbar.'),
  })
  draw(<ChannelForm sendsMail={false} />, { language: 'de' })
  await expect.element(page.getByText(/^E-Mail steht hier zur Wahl, sobald.*SMTP_URL/)).toBeVisible()
  await page.getByRole('textbox', { name: 'Adresse' }).fill('http://10.0.0.1/')
  await page.getByRole('button', { name: 'Hinzufügen' }).click()
  await expectBeside('Adresse', 'Diese Adresse ist nicht erreichbar.')
  await page.getByRole('textbox', { name: 'Adresse' }).fill('https://example.org/')
  await expectGone('Diese Adresse ist nicht erreichbar.')
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
  await username.fill('ella')
  await expectGone('Dieser Dienst ist ausgefallen.')
})

test('a rule is refused beside its place or what it does, and the words go with the mistake', async () => {
  let answer = () => wrong('sourceId', 'Diesen Feed gibt es nicht.')
  serveReading(oneSource('Tide table', 1), {
    'GET /integrations': { integrations: [] },
    'POST /rules': () => answer(),
    'POST /rules/test': () => wrong('query', 'So kann man nicht suchen.'),
  })
  draw(<RuleEditor rule={null} kind="rule" onClose={() => undefined} />, { language: 'de' })
  await page.getByRole('textbox', { name: 'Name' }).fill('Sturm')
  await page.getByRole('textbox', { name: /^Wenn/ }).fill('sturm')
  await page.getByRole('button', { name: 'Speichern' }).click()
  const place = page.getByRole('combobox', { name: 'Für' })
  await expect.element(place).toHaveAccessibleDescription('Diesen Feed gibt es nicht.')
  await place.selectOptions('Tide table')
  await expect.element(place).not.toHaveAccessibleDescription('Diesen Feed gibt es nicht.')
  await page.getByRole('button', { name: 'Prüfen' }).click()
  const query = page.getByRole('textbox', { name: /^Wenn/ })
  await expect.element(query).toHaveAccessibleDescription(/So kann man nicht suchen\.$/)
  await query.fill('sturmflut')
  await expectGone('So kann man nicht suchen.')
  answer = () => wrong('acts', 'Wähle, was geschehen soll.')
  await page.getByRole('button', { name: 'Speichern' }).click()
  await expect
    .element(page.getByRole('group', { name: 'Dann' }))
    .toHaveAccessibleDescription('Wähle, was geschehen soll.')
})

test('a digest and an output feed are refused beside their place or name', async () => {
  const answer = () => wrong('place.folderId', 'Diesen Ordner gibt es nicht.')
  serveReading(oneSource('Tide table', 1), {
    'POST /digests': answer,
    'POST /output-feeds': () => wrong('name', 'Der Name ist zu lang.'),
  })
  draw(<DigestForm digest={null} onClose={() => undefined} />, { language: 'de' })
  await page.getByRole('button', { name: 'Speichern' }).click()
  await expect
    .element(page.getByRole('combobox', { name: 'Liste' }))
    .toHaveAccessibleDescription('Diesen Ordner gibt es nicht.')
  await page.getByText('Wöchentlich').click()
  await expectGone('Diesen Ordner gibt es nicht.')
  draw(<FeedForm feed={null} onClose={() => undefined} />, { language: 'de' })
  await page.getByRole('button', { name: 'Speichern' }).click()
  await expectBeside('Name', 'Der Name ist zu lang.')
  await page.getByRole('textbox', { name: 'Name' }).fill('See')
  await expectGone('Der Name ist zu lang.')
})

test('a new folder is refused beside its name, and a feed that cannot be subscribed to below', async () => {
  let answer = () => wrong('folderName', 'Es gibt zu viele Ordner.')
  serveReading(oneSource('Tide table', 1), { 'POST /subscriptions': () => answer() })
  const candidate = answerOf(feedCandidate, { url: 'https://example.org/feed' })
  draw(<SubscribeForm candidate={candidate} onSubscribed={() => undefined} />, { language: 'de' })
  await page.getByRole('combobox', { name: 'Ordner' }).selectOptions('Neuer Ordner\u00a0…')
  await page.getByRole('textbox', { name: 'Name des neuen Ordners' }).fill('Meer')
  await page.getByRole('button', { name: 'Abonnieren' }).click()
  await expectBeside('Name des neuen Ordners', 'Es gibt zu viele Ordner.')
  answer = () => wrong('url', 'Dort ist kein Feed.')
  await page.getByRole('button', { name: 'Abonnieren' }).click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('Dort ist kein Feed.')
  await page.getByRole('textbox', { name: 'Name des neuen Ordners' }).fill('See')
  await expectGone('Dort ist kein Feed.')
})

test('strengths of weights and limits of checks are refused beside their fields', async () => {
  const settings = answerOf(serverSettings, {
    budgetPerDay: 100,
    minIntervalMs: 600_000,
    maxStalenessMs: 86_400_000,
    overflowRisk: 0.01,
  })
  let answer = () => wrong('sayStrength', 'Höchstens 20.')
  serve({ 'POST /admin/preview/formula': wrong('popularity', ''), 'PATCH /admin/settings': () => answer() })
  draw(<FormulaPanel settings={settings} />, { language: 'de' })
  const strength = page.getByRole('textbox').nth(1)
  await strength.fill('7')
  await page.getByRole('button', { name: 'Speichern' }).click()
  await expect.element(strength).toHaveAccessibleDescription(/Höchstens 20\.$/)
  await strength.fill('6')
  await expectGone('Höchstens 20.')
  await page.getByRole('button', { name: 'Speichern' }).click()
  await expect.element(strength).toHaveAccessibleDescription(/Höchstens 20\.$/)
  await page.getByRole('button', { name: 'Abbrechen' }).click()
  await expectGone('Höchstens 20.')
  answer = () => wrong('minIntervalMs', 'Darf nicht länger sein.')
  draw(<BoundsForm {...settings} />, { language: 'de' })
  await page.getByRole('textbox').last().fill('2')
  await page.getByRole('button', { name: 'Speichern' }).click()
  await expect
    .element(page.getByRole('textbox', { name: /^Kürzeste Zeit/ }))
    .toHaveAccessibleDescription(/Darf nicht länger sein\.$/)
  await page.getByRole('textbox').last().fill('3')
  await expectGone('Darf nicht länger sein.')
})

test('a rule of what is kept is refused beside its field until that is changed or left', async () => {
  const rules = answerOf(retentionRules, { pollHistoryDays: 400 })
  serve({
    'POST /admin/preview/retention': () => wrong('rules', ''),
    'PATCH /admin/settings': () => wrong('pollHistoryDays', 'Mindestens 60.'),
  })
  draw(<RetentionForm rules={rules} />, { language: 'de' })
  const history = page.getByRole('textbox').last()
  const save = async (days: string) => {
    await history.fill(days)
    await page.getByRole('button', { name: 'Speichern' }).click()
    await expect.element(history).toHaveAccessibleDescription(/Mindestens 60\.$/)
  }
  await save('50')
  await history.fill('70')
  await expectGone('Mindestens 60.')
  await save('40')
  await page.getByRole('button', { name: 'Abbrechen' }).click()
  await expectGone('Mindestens 60.')
})

test('a limit of a site is refused beside its domain, until that is changed', async () => {
  serve({ 'POST /admin/hosts': () => wrong('host', 'Das ist keine Domain.') })
  draw(<PublisherLimitForm limit={null} onClose={() => undefined} />, { language: 'de' })
  await page.getByRole('textbox', { name: 'Domain' }).fill('example')
  await page.getByRole('button', { name: 'Speichern' }).click()
  await expect
    .element(page.getByRole('textbox', { name: 'Domain' }))
    .toHaveAccessibleDescription(/Das ist keine Domain\.$/)
  await page.getByRole('textbox', { name: 'Domain' }).fill('example.org')
  await expectGone('Das ist keine Domain.')
})

test('a refused password and a refused new address go each from its field', async () => {
  let answer = () => wrong('email', 'Das ist keine Adresse.')
  serve({ 'GET /me': answerOf(me), 'POST /me/email': () => answer() })
  draw(<EmailForm sendsMail />, { language: 'de' })
  await page.getByRole('button', { name: 'Adresse ändern' }).click()
  const email = page.getByRole('textbox', { name: 'Neue E-Mail-Adresse' })
  const password = page.getByRole('textbox', { name: 'Dein Passwort' })
  await email.fill('berta@example')
  await password.fill('falsch')
  await page.getByRole('button', { name: 'Adresse ändern' }).click()
  await expect.element(email).toHaveAccessibleDescription('Das ist keine Adresse.')
  await email.fill('berta@example.org')
  await expectGone('Das ist keine Adresse.')
  answer = () => wrong('password', 'Das Passwort ist falsch.')
  await page.getByRole('button', { name: 'Adresse ändern' }).click()
  await expect.element(password).toHaveAccessibleDescription('Das Passwort ist falsch.')
  await password.fill('richtig')
  await expectGone('Das Passwort ist falsch.')
})
