/** A process that work is tried in which may end the one that does it. It may end; nothing that it makes is used. */
import { fork, type ChildProcess } from 'node:child_process';

export class TrialProcess<Work extends object> {
  private child: ChildProcess | undefined;

  /** `program` answers each work once it is done with it, well or not; it gets `setup` as its argument, as JSON. */
  constructor(
    private readonly program: string,
    private readonly setup: object,
  ) {}

  /** Whether the process lives on. It watches itself, so that work that never ends does not either. */
  async survives(work: Work): Promise<boolean> {
    const child = (this.child ??= this.start());
    return new Promise<boolean>((resolve) => {
      const finish = (isAlive: boolean) => {
        child.off('message', onMessage);
        child.off('exit', onExit);
        if (!isAlive) this.child = undefined;
        resolve(isAlive);
      };
      const onMessage = () => finish(true);
      const onExit = () => finish(false);
      child.on('message', onMessage);
      child.on('exit', onExit);
      // One that is gone, or does not take the work, is of no more use.
      child.send(work, (error) => {
        if (error === null) return;
        child.kill('SIGKILL');
        onExit();
      });
    });
  }

  /** Whether the work ends the process each time, while `control` does not: chance, and kills from outside, do not. */
  async endsBy(work: Work, control: Work): Promise<boolean> {
    return !(await this.survives(work)) && (await this.survives(control)) && !(await this.survives(work));
  }

  close(): void {
    this.child?.kill('SIGKILL');
    this.child = undefined;
  }

  private start(): ChildProcess {
    const child = fork(this.program, [JSON.stringify(this.setup)], {
      serialization: 'advanced',
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    child.on('error', () => undefined);
    return child;
  }
}
