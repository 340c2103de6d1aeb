package quarry_test

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/goccy/go-yaml"
)

// What Docker is given compiles, with the command of the Dockerfile, and serves as the
// compose file says until it is told to stop. No container is needed for that: where this
// test may, it runs the program in a root like the image's.
func TestTheImageCompilesStartsAndStopsAsTheComposeFileSays(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it compiles the program anew")
	}
	image, service := readDockerfile(t), readCompose(t)
	out := t.TempDir()
	build := exec.CommandContext(t.Context(), "sh", "-c", strings.ReplaceAll(image.build, "/out/", out+"/"))
	build.Dir = copyContext(t)
	if said, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", image.build, err, said)
	}
	port := freePort(t)
	for i := range service.Command {
		service.Command[i] = strings.ReplaceAll(service.Command[i], ":8080", port)
	}
	probe := strings.ReplaceAll(image.probe, ":8080", port)
	if probe == image.probe {
		t.Fatalf("the image is probed at %s, want a port that the compose file publishes", image.probe)
	}

	program := startAsInImage(t, filepath.Join(out, filepath.Base(image.program)), image, service)
	program.answers(t, probe)
	program.answers(t, strings.Replace(probe, "/livez", "/readyz", 1))
	program.stops(t, service.StopGracePeriod)
}

// image is what the Dockerfile says.
type image struct {
	build   string // the command that compiles
	program string
	user    string // "uid:gid"
	data    string
	probe   string // the address that tells whether it is alive
}

func readDockerfile(t *testing.T) image {
	t.Helper()
	text, err := os.ReadFile("Dockerfile")
	if err != nil {
		t.Fatal(err)
	}
	whole := strings.ReplaceAll(string(text), "\\\n", " ")
	find := func(pattern string) string {
		found := regexp.MustCompile(`(?m)` + pattern).FindStringSubmatch(whole)
		if found == nil {
			t.Fatalf("the Dockerfile has no line like %s", pattern)
		}
		return found[1]
	}
	return image{
		build:   find(`^RUN (.*go build.*)$`),
		program: find(`^ENTRYPOINT \["([^"]+)"\]$`),
		user:    find(`^USER (\d+:\d+)$`),
		data:    find(`^ENV QUARRY_DATA=(.*)$`),
		probe:   find(`^HEALTHCHECK .*"(http://[^"]+/livez)"\]$`),
	}
}

// service is what the compose file says.
type service struct {
	Command         []string          `yaml:"command"`
	Environment     map[string]string `yaml:"environment"`
	ReadOnly        bool              `yaml:"read_only"`
	Tmpfs           []string          `yaml:"tmpfs"`
	Volumes         []string          `yaml:"volumes"`
	StopGracePeriod time.Duration     `yaml:"stop_grace_period"`
}

func readCompose(t *testing.T) service {
	t.Helper()
	text, err := os.ReadFile("docker-compose.yml")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Services map[string]service `yaml:"services"`
	}
	if err := yaml.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	quarry := file.Services["quarry"]
	if !quarry.ReadOnly || !slices.Equal(quarry.Tmpfs, []string{"/tmp"}) || !slices.Equal(quarry.Volumes, []string{"quarry-data:/data"}) {
		t.Errorf("root read-only = %t, tmpfs = %q, volumes = %q; want only /tmp and /data to be writable",
			quarry.ReadOnly, quarry.Tmpfs, quarry.Volumes)
	}
	return quarry
}

// copyContext copies what Docker is given into a folder of its own.
func copyContext(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	for _, path := range buildContext(t, dockerignore(t)) {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		to := filepath.Join(folder, path)
		if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(to, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// freePort returns a port of this machine that is not in use, behind its colon.
func freePort(t *testing.T) string {
	t.Helper()
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_, port, err := net.SplitHostPort(listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	if err := listener.Close(); err != nil {
		t.Fatal(err)
	}
	return ":" + port
}

// inRoom runs what follows the fifth argument as the image's user in a root of its own,
// without any capability, where only /data and /tmp can be written. The root is made of
// the machine's libraries and goes with the process.
const inRoom = `set -eu
root=$1 data=$2 program=$3 entry=$4 uid=${5%:*} gid=${5#*:}
shift 5
mount --make-rprivate /
mount -t tmpfs -o mode=755 room "$root"
for folder in bin lib lib64 usr/bin usr/lib usr/lib64; do
  if [ -d "/$folder" ]; then
    mkdir -p "$root/$folder"
    mount --bind "/$folder" "$root/$folder"
  fi
done
mkdir -p "$root/data" "$root/tmp" "$root/dev" "$root/proc" "$root${entry%/*}"
cp "$program" "$root$entry"
chmod 755 "$root$entry"
mount --rbind /dev "$root/dev"
mount -t proc room "$root/proc"
mount --bind "$data" "$root/data"
mount -t tmpfs -o mode=1777 room "$root/tmp"
mount -o remount,ro room "$root"
for folder in bin lib lib64 usr/bin usr/lib usr/lib64; do
  if [ -d "$root/$folder" ]; then mount -o remount,bind,ro "$root/$folder"; fi
done
exec chroot "$root" setpriv --reuid="$uid" --regid="$gid" --clear-groups \
  --no-new-privs --inh-caps=-all --bounding-set=-all "$@"`

// running is a program that was started.
type running struct {
	command *exec.Cmd
	said    *bytes.Buffer // to be read once it has ended
	ended   chan error
}

// startAsInImage starts the program with the command line and the environment of the
// compose file: in a root like the image's where this machine lets it, as it is where not.
func startAsInImage(t *testing.T, program string, from image, like service) *running {
	t.Helper()
	data := t.TempDir()
	room := func(arguments ...string) *exec.Cmd {
		arguments = append([]string{"-m", "sh", "-c", inRoom, "room", t.TempDir(), data, program, from.program, from.user}, arguments...)
		return exec.CommandContext(t.Context(), "unshare", arguments...)
	}
	command := room(append([]string{from.program}, like.Command...)...)
	uid, gid, _ := strings.Cut(from.user, ":")
	err := os.Chown(data, number(t, uid), number(t, gid))
	if err == nil {
		var said []byte
		said, err = room("sh", "-c", `touch /data/probe /tmp/probe && rm /data/probe && ! touch /probe 2>&1`).CombinedOutput()
		if err != nil {
			err = fmt.Errorf("%w: %s", err, said)
		}
	}
	environment := []string{"PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"}
	for name, value := range like.Environment {
		environment = append(environment, name+"="+value)
	}
	if err != nil {
		t.Logf("NOT CHECKED: user and read-only root of the image, which need root on Linux: %v", err)
		command = exec.CommandContext(t.Context(), program, like.Command...)
		environment = append(environment, "QUARRY_DATA="+data)
	}
	command.Env = environment
	started := &running{command: command, said: new(bytes.Buffer), ended: make(chan error, 1)}
	command.Stdout, command.Stderr = started.said, started.said
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	go func() { started.ended <- command.Wait() }()
	return started
}

func number(t *testing.T, text string) int {
	t.Helper()
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// answers waits until an address answers with 200, for as long as a slow machine takes to
// ingest the starter corpus.
func (r *running) answers(t *testing.T, address string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	look := time.NewTicker(50 * time.Millisecond)
	defer look.Stop()
	for {
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		status := 0
		if answer, err := http.DefaultClient.Do(request); err == nil {
			status = answer.StatusCode
			_ = answer.Body.Close() // nothing of it is read
		}
		if status == http.StatusOK {
			return
		}
		select {
		case err := <-r.ended:
			t.Fatalf("it ended (%v) before %s answered:\n%s", err, address, r.said)
		case <-ctx.Done():
			t.Fatalf("%s never answered 200, last %d", address, status)
		case <-look.C:
		}
	}
}

// stops fails unless the program ends in peace and in time when Docker tells it to.
func (r *running) stops(t *testing.T, grace time.Duration) {
	t.Helper()
	if grace <= 0 {
		t.Fatalf("stop_grace_period = %v, want some time", grace)
	}
	if err := r.command.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	select {
	case err := <-r.ended:
		if err != nil {
			t.Errorf("it ended with %v:\n%s", err, r.said)
		}
	case <-time.After(grace):
		t.Errorf("it was still running %v after SIGTERM", grace)
	}
}
