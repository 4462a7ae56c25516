import cron from 'node-cron'

/** Work that is done at the seconds of a cron expression, until it is ended. */
export type Scheduled = { readonly destroy: () => void }

type Task = { readonly match: (at: Date) => boolean; readonly run: () => unknown }

const lookEveryMs = 200
/** Between tasks of the same second: tasks that ask the database together need a connection each, which is then never idle. */
const apartMs = 15
/** A process that stood still for so long catches up, once; after more, or a jump of the clock, it goes on from now. */
const longestGapSeconds = 60

const tasks = new Set<Task>()
/** Those of this second that are still to be done, in order. */
const due = new Set<Task>()
let timer: NodeJS.Timeout | null = null
let nextTimer: NodeJS.Timeout | null = null
let lastSecond = 0

/**
 * Does something at the seconds (UTC) of a cron expression by the machine's clock. node-cron says which seconds these are; by its
 * own timers it would stand still for an hour after the clock was set back by one, and go through each second (0.1 ms for each
 * task) that one set forward left out.
 */
export function schedule(expression: string, run: () => unknown): Scheduled {
  const times = cron.createTask(expression, () => undefined, { timezone: 'UTC' })
  const task = { match: (at: Date) => times.match(at), run }
  tasks.add(task)
  if (timer === null) {
    lastSecond = secondOf(Date.now())
    timer = setInterval(look, lookEveryMs)
  }
  return {
    destroy: () => {
      tasks.delete(task)
      due.delete(task)
      if (tasks.size > 0 || timer === null) return
      clearInterval(timer)
      if (nextTimer !== null) clearTimeout(nextTimer)
      timer = nextTimer = null
    },
  }
}

function look(): void {
  const seconds = secondsSince(lastSecond, secondOf(Date.now()))
  lastSecond = seconds.at(-1)?.getTime() ?? lastSecond
  if (seconds.length === 0) return
  for (const task of tasks) if (seconds.some(task.match)) due.add(task)
  if (nextTimer === null) runNext()
}

function runNext(): void {
  nextTimer = null
  const [task] = due
  if (task === undefined) return
  due.delete(task)
  nextTimer = setTimeout(runNext, apartMs)
  task.run()
}

/** The seconds after `last` up to `current`, both in ms; `current` alone where the clock jumped. */
function secondsSince(last: number, current: number): Date[] {
  const gap = (current - last) / 1000
  if (gap < 0 || gap > longestGapSeconds) return [new Date(current)]
  return Array.from({ length: gap }, (_, index) => new Date(last + (index + 1) * 1000))
}

function secondOf(at: number): number {
  return Math.floor(at / 1000) * 1000
}
