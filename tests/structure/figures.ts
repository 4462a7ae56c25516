/**
 * `npm run bench -- tree [REVISION …]`: the tree in figures, of these revisions and of what is committed now, as one table: files and lines of app,
 * components and lib, how full folders are, circles, names that two files export, and how many files the last 200 changes touched.
 */
import { execFileSync } from 'node:child_process'
import {
  circlesOfFiles,
  circlesOfFolders,
  filesByFolder,
  isOfTree,
  namesExportedTwice,
  type Tree,
} from './tree.ts'

const lastChanges = 200

const revisions = [...process.argv.slice(2), 'HEAD']
console.table(Object.fromEntries(revisions.map((revision) => [revision, figuresOf(revision)])))

function figuresOf(revision: string) {
  const tree = readTree(revision)
  const counts = [...filesByFolder(tree).values()]
  const touched = filesTouched(revision)
  return {
    files: tree.size,
    lines: [...tree.values()].reduce((sum, text) => sum + text.split('\n').length - 1, 0),
    folders: counts.length,
    'fullest folder': Math.max(...counts),
    'circles of files': circlesOfFiles(tree).length,
    'circles of folders': circlesOfFolders(tree).length,
    'double names': namesExportedTwice(tree).length,
    'files a change touches: half': shareOf(touched, 0.5),
    '9 in 10': shareOf(touched, 0.9),
  }
}

function readTree(revision: string): Tree {
  const files = git('ls-tree', '-r', '--name-only', revision).split('\n').filter(isOfTree)
  return new Map(files.map((file) => [file, git('show', `${revision}:${file}`)]))
}

/** By each of the last changes before a revision, fewest first. */
function filesTouched(revision: string): number[] {
  const log = git('log', `-${lastChanges}`, '--no-merges', '--format=%x00', '--name-only', revision)
  return log
    .split('\0')
    .slice(1)
    .map((names) => names.trim().split('\n').length)
    .sort((a, b) => a - b)
}

function shareOf(sorted: readonly number[], share: number): number {
  return sorted[Math.ceil(sorted.length * share) - 1] ?? 0
}

function git(...args: readonly string[]): string {
  return execFileSync('git', args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
}
