import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')

/** Turbopack's loader for `outsideBundle`: what asks for the module in the bundle gets the one that Node has loaded, or loads then. */
export default function loadOutside() {
  const file = path.relative(root, this.resourcePath).replaceAll(path.sep, '/')
  return `module.exports = (({ process }) => process.getBuiltinModule('node:module').createRequire(process.cwd() + '/'))(globalThis)('./${file}')`
}
