// Package toy has one of everything that the generator must not lose.
//
//	@title			Toy
//	@version		1
//	@description	A knowledge base of two routes.
//	@license.name	Apache-2.0
//	@license.url	https://www.apache.org/licenses/LICENSE-2.0
//	@tag.name			birds
//	@tag.description	What flies.
//	@BasePath		/
package toy
