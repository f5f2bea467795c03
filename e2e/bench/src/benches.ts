// table: the benches and the goals of their figures.

export interface BenchResult {
  readonly figures: object;
  readonly floors: object;
}

export interface Bench {
  /** What each figure is held against, as text: "<= 4" or ">= 0.9". */
  readonly goals: Readonly<Record<string, string>>;
  load(): Promise<BenchResult>;
  /** The same against a real API server. */
  readonly real?: Bench;
}

export const BENCHES = {
  cni: {
    goals: {
      addP50Ms: '<= 40',
      addP99Ms: '<= 150',
      shimP50Ms: '<= 4',
      shimP50Ms20: '<= 15',
      shimMiB: '<= 3',
      daemonRssMiB: '<= 90',
      daemonIdleCpuPercent: '<= 0.5',
      daemonIdleCpuPercent250Subnets: '<= 0.5',
    },
    load: async () => (await import('./cni/run.ts')).run(),
  },
  controller: {
    goals: {
      podsPerSecond: '>= 500',
      ofFloor: '>= 0.6',
      cpuMsPerPod: '<= 1.5',
      rssMiB: '<= 250',
      restartSeconds: '<= 3',
      restartWrites: '<= 0',
      nodeJoinSeconds: '<= 1',
      nodeJoinTransactions: '<= 1',
    },
    load: async () => (await import('./controller/run.ts')).run(),
    real: {
      goals: { ofFloor: '>= 0.6', cpuMsPerPod: '<= 2', restartWrites: '<= 0' },
      load: async () => (await import('./controller/run.ts')).runReal(),
    },
  },
  ipam: {
    goals: { perSecond16: '>= 500000', perSecond64: '>= 500000' },
    load: async () => (await import('./ipam.ts')).run(),
  },
  ovsdb: { goals: { ofServer: '>= 0.9' }, load: async () => (await import('./ovsdb.ts')).run() },
  pods: {
    goals: {
      oneSeconds: '<= 1.5',
      fiftyOfFloor: '<= 1',
      addP50Ms: '<= 60',
      delP50Ms: '<= 30',
      addBurstP50Ms: '<= 1500',
      dataPlaneGapMs: '<= 100',
    },
    load: async () => (await import('./pods/run.ts')).run(),
  },
  shim: {
    goals: { shimP50Ms: '<= 4', shimP50Ms20: '<= 15', shimMiB: '<= 3' },
    load: async () => (await import('./shim.ts')).run(),
  },
} as const satisfies Readonly<Record<string, Bench>>;

export type BenchName = keyof typeof BENCHES;

export function isBenchName(name: string): name is BenchName {
  return Object.hasOwn(BENCHES, name);
}
