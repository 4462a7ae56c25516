type QrCodeProps = {
  /** A picture that we made ourselves: it is drawn as it is. */
  readonly svg: string
  /** The text that a camera finds in it. */
  readonly label: string
}

/** A QR code, dark on light in both themes: many phones read nothing else. */
export function QrCode({ svg, label }: QrCodeProps) {
  return (
    <div
      role="img"
      aria-label={label}
      className="bg-white size-44 overflow-hidden rounded-2 border border-line [&>svg]:size-full"
      dangerouslySetInnerHTML={{ __html: svg }}
    />
  )
}
