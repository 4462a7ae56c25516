'use client'

import { useState } from 'react'
import { Field, TextInput } from '#components/ui/form/field.tsx'
import { Tag } from '#components/ui/tag.tsx'
import type { OperationRow } from '#lib/api/openapi/openapi-rows.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { TryForm } from './try-form.tsx'

const areas = [
  ...(['reading', 'organising', 'sources', 'rules', 'alerts', 'outputs', 'integrations'] as const),
  ...(['moving', 'account', 'administration'] as const),
] as const
/** Of one of these areas: one that is not there yet does not compile. */
type Row = OperationRow & { readonly area: (typeof areas)[number] }

/** All operations of the API by area, to be read and tried. */
export function ApiExplorer({ rows }: { readonly rows: readonly Row[] }) {
  const t = useWords('api')
  const [token, setToken] = useState('')
  const [filter, setFilter] = useState('')
  const words = filter.toLowerCase().split(/\s+/)
  const shown = rows.filter(({ method, path, summary }) => {
    const text = `${method} ${path} ${summary}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
  return (
    <>
      <div className="mt-6 grid gap-4 sm:grid-cols-2">
        <Field label={t('token')} hint={t('tokenHint')}>
          <TextInput
            type="password"
            autoComplete="off"
            spellCheck={false}
            value={token}
            onChange={({ target }) => setToken(target.value.trim())}
          />
        </Field>
        <Field label={t('filter')}>
          <TextInput type="search" value={filter} onChange={({ target }) => setFilter(target.value)} />
        </Field>
      </div>
      <p role="status" className="mt-6 text-ink-3 empty:hidden">
        {shown.length === 0 ? t('noneFound') : null}
      </p>
      {areas.map((area) => (
        <Area key={area} title={t(area)} token={token} rows={shown.filter((row) => row.area === area)} />
      ))}
    </>
  )
}

type AreaProps = {
  readonly title: string
  readonly token: string
  readonly rows: readonly OperationRow[]
}

function Area({ title, token, rows }: AreaProps) {
  if (rows.length === 0) return null
  return (
    <section className="mt-8">
      <h2 className="text-16 font-[620]">{title}</h2>
      <ul className="mt-2 border-t border-line">
        {rows.map((row) => (
          <li key={`${row.method} ${row.path}`} className="border-b border-line">
            <OperationDetails row={row} token={token} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Its form is made when it is opened first: there are many. */
function OperationDetails({ row, token }: { readonly row: OperationRow; readonly token: string }) {
  const t = useWords('api')
  const [wasOpened, setOpened] = useState(false)
  const { method, path, summary, access, scope } = row
  return (
    <details onToggle={({ currentTarget }) => setOpened((was) => was || currentTarget.open)}>
      <summary className="flex min-h-9 cursor-pointer flex-wrap items-center gap-x-3 py-1.5 pointer-coarse:min-h-11">
        <code dir="ltr" className="text-13 break-all">
          <b className="font-[620]">{method}</b> {path}
        </code>
        <span className="min-w-0 flex-1 text-13 text-ink-2">{summary}</span>
        {access === 'token' && <Tag>{scope}</Tag>}
        {access === 'session' && <Tag>{t('accessSession')}</Tag>}
        {access === 'anyone' && <Tag>{t('accessAnyone')}</Tag>}
      </summary>
      {wasOpened && <TryForm row={row} token={token} />}
    </details>
  )
}
