'use client'

import { useState, type FormEvent } from 'react'
import { Button } from '#components/ui/form/button.tsx'
import { Field, TextInput } from '#components/ui/form/field.tsx'
import { TextArea } from '#components/ui/form/text-area.tsx'
import type { OperationRow } from '#lib/api/openapi/openapi-rows.ts'
import { tryOperation, type TriedOperation } from '#lib/queries/requests/try-operation.ts'
import { useWords } from '#lib/words/use-words.tsx'

type TryFormProps = { readonly row: OperationRow; readonly token: string }

/** The parameters of an operation, a button that sends it, and what came back. */
export function TryForm({ row, token }: TryFormProps) {
  const t = useWords('api')
  const [values, setValues] = useState(() =>
    Object.fromEntries(row.asked.map(({ name, required, example }) => [name, required ? example : ''])),
  )
  const [body, setBody] = useState(row.body?.example ?? '')
  const [tried, setTried] = useState<TriedOperation | 'waiting' | 'unreachable' | null>(null)

  async function onSubmit(event: FormEvent) {
    event.preventDefault()
    setTried('waiting')
    const sent = row.body === null ? null : { type: row.body.type, text: body }
    const request = { method: row.method, address: addressOf(row, values), token, body: sent }
    setTried(await tryOperation(request).catch(() => 'unreachable' as const))
  }

  return (
    <form
      onSubmit={(event) => void onSubmit(event)}
      className="grid grid-cols-[minmax(0,1fr)] gap-3 pt-1 pb-4"
    >
      {row.asked.map(({ name, required, example }) => (
        <Field key={name} label={required ? name : t('optional', { name })}>
          <TextInput
            dir="ltr"
            required={required}
            placeholder={example}
            value={values[name] ?? ''}
            onChange={({ target }) => setValues({ ...values, [name]: target.value })}
          />
        </Field>
      ))}
      {row.body !== null && (
        <Field label={row.body.type === 'application/json' ? t('body') : t('bodyOther', row.body)}>
          <TextArea
            dir="ltr"
            spellCheck={false}
            className="font-mono text-12"
            value={body}
            onChange={({ target }) => setBody(target.value)}
          />
        </Field>
      )}
      <div>
        <Button type="submit" disabled={tried === 'waiting'}>
          {t('send')}
        </Button>
      </div>
      <div aria-live="polite">{tried !== null && <Answer tried={tried} />}</div>
    </form>
  )
}

/** Values that are empty are left out of the query. */
function addressOf({ path, asked }: OperationRow, values: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams()
  for (const { name, in: place } of asked) {
    const value = values[name] ?? ''
    if (place === 'query' && value !== '') query.set(name, value)
  }
  const filled = path.replace(/\{(\w+)\}/g, (_part, name: string) => encodeURIComponent(values[name] ?? ''))
  return query.size === 0 ? filled : `${filled}?${query.toString()}`
}

function Answer({ tried }: { readonly tried: TriedOperation | 'waiting' | 'unreachable' }) {
  const t = useWords('api')
  if (tried === 'waiting') return <p className="text-ink-3">{t('sending')}</p>
  if (tried === 'unreachable') return <p className="text-broken">{t('unreachable')}</p>
  return (
    <>
      <p className="text-13 font-[580]">{t('answered', { status: tried.status, ms: tried.tookMs })}</p>
      {tried.left !== null && (
        <p className="text-12 wrap-anywhere text-ink-3">{t('left', { text: tried.left })}</p>
      )}
      {tried.text === '' ? (
        <p className="text-12 text-ink-3">{t('empty')}</p>
      ) : (
        <pre
          dir="ltr"
          role="region"
          // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- who has a keyboard alone scrolls it
          tabIndex={0}
          aria-label={t('answer')}
          className="mt-2 max-h-96 overflow-auto rounded-2 border border-line bg-paper p-3 font-mono text-12"
        >
          {tried.text}
        </pre>
      )}
      {tried.isCut && <p className="text-12 text-ink-3">{t('cut')}</p>}
    </>
  )
}
