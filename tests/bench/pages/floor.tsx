// The lower bound of a first load: only React and the router with four routes.
import { createRoot } from 'react-dom/client';
import { createRootRoute, createRoute, createRouter, Link, Outlet, RouterProvider } from '@tanstack/react-router';

const names = ['home', 'explore', 'library', 'notifications'];
const pathOf = (name: string) => (name === 'home' ? '/' : `/${name}`);

const root = createRootRoute({
  component: () => (
    <>
      <nav>
        {names.map((name) => (
          <Link key={name} to={pathOf(name)}>
            {name}
          </Link>
        ))}
      </nav>
      <Outlet />
    </>
  ),
});
const routes = names.map((name) =>
  createRoute({
    getParentRoute: () => root,
    path: pathOf(name),
    component: () => (
      <main>
        <h1>{name}</h1>
        <ul>
          {Array.from({ length: 20 }, (_, index) => (
            <li key={index}>
              <b>
                {name} {index}
              </b>{' '}
              <span>Some text about this item</span>
            </li>
          ))}
        </ul>
      </main>
    ),
  }),
);

const router = createRouter({ routeTree: root.addChildren(routes) });
createRoot(document.getElementById('root')!).render(<RouterProvider router={router as never} />);
if ('serviceWorker' in navigator) addEventListener('load', () => void navigator.serviceWorker.register('/sw.js'));
