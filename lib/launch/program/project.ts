import path from 'node:path'

/** The folder of this checkout, whatever the working directory is. */
export const projectRoot = path.resolve(import.meta.dirname, '../../..')
