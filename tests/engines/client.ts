import { newId } from '#contract/ids.ts';

/** Another device of a signed-in person: calls of the API, without a page. */
export interface Client {
  userId: string;
  read<T>(path: string): Promise<T>;
  post(path: string, body: object): Promise<void>;
}

export const signInClient = async (url: string, username: string, password: string): Promise<Client> => {
  const call = async <T>(method: string, path: string, headers: Record<string, string>, body?: object): Promise<T> => {
    const answer = await fetch(`${url}/api${path}`, {
      method,
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': newId(), ...headers },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  const { access, userId } = await call<{ access: string; userId: string }>(
    'POST',
    '/auth/login',
    {},
    { username, password },
  );
  const headers = { Authorization: `Bearer ${access}` };
  return {
    userId,
    read: (path) => call('GET', path, headers),
    async post(path, body) {
      await call('POST', path, headers, body);
    },
  };
};
