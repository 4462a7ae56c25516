type SectionLinksProps = {
  readonly label: string
  readonly sections: readonly { readonly id: string; readonly title: string }[]
}

/** The way to each section of a long page. */
export function SectionLinks({ label, sections }: SectionLinksProps) {
  return (
    <nav aria-label={label} className="mb-2 flex flex-wrap gap-x-4 gap-y-1">
      {sections.map(({ id, title }) => (
        <a
          key={id}
          href={`#${id}`}
          className="flex items-center text-ink-2 underline decoration-line-strong underline-offset-4 hover:text-ink hover:decoration-ink pointer-coarse:min-h-11"
        >
          {title}
        </a>
      ))}
    </nav>
  )
}
